import Foundation
import MediaFixtures
import Testing

/// A real RTMP server: nginx with its RTMP module, on ports and in a directory of its own.
///
/// Application `live` takes everything and records it; `guarded` takes the key only with `?token=good`.
final class RTMPServer {
    let scratch = ScratchDirectory()
    let port = Port.free()
    let http = Port.free()
    let tls = Port.free()
    private var server: Server?

    /// - Parameters:
    ///   - isSecure: whether it listens for TLS too, with a certificate of its own.
    ///   - names: what that is made out to.
    ///   - days: how long it is good; negative for one that has expired.
    init(isSecure: Bool = false, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2) throws {
        if isSecure { _ = try TestCertificate(in: scratch, names: names, days: days) }
        try FileManager.default.createDirectory(atPath: scratch.file("rec"), withIntermediateDirectories: true)
        try configuration(isSecure: isSecure).write(toFile: scratch.file("nginx.conf"), atomically: true, encoding: .utf8)
        try start()
    }

    deinit { server?.end() }

    var url: String { "rtmp://127.0.0.1:\(port)" }

    func start() throws {
        server = try Server("nginx", ["-p", scratch.path, "-c", scratch.file("nginx.conf")], log: scratch.file("nginx.log"))
        let isUp = Watchdog.until { Program.run("curl", ["-sf", "http://127.0.0.1:\(http)/stat"]).status == 0 }
        try #require(isUp, "nginx did not come up: \(log)")
    }

    /// As a crash would: connections break, recordings stay as they are.
    func kill() { server?.end() }
    func pause() { server?.pause() }
    func resume() { server?.resume() }

    /// Recordings of `key`, oldest first.
    func recordings(_ key: String) -> [String] {
        // try?: no directory, no recordings.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("rec"))) ?? []  // none yet
        return names.filter { $0.hasPrefix(key + "-") }.sorted().map { scratch.file("rec/" + $0) }
    }

    var log: String {
        // try?: the log is for messages only.
        (try? String(contentsOfFile: scratch.file("error.log"), encoding: .utf8)) ?? ""  // none yet
    }

    private func configuration(isSecure: Bool) -> String {
        let modules = "/usr/lib/nginx/modules"
        let stream = """
            stream { server {
                listen 127.0.0.1:\(tls) ssl; listen 127.0.0.2:\(tls) ssl;
                ssl_certificate \(scratch.path)/cert.pem; ssl_certificate_key \(scratch.path)/key.pem;
                proxy_pass 127.0.0.1:\(port);
            } }
            """
        return """
            daemon off; master_process off; pid \(scratch.path)/pid; error_log \(scratch.path)/error.log info;
            load_module \(modules)/ngx_rtmp_module.so;
            \(isSecure ? "load_module \(modules)/ngx_stream_module.so;" : "")
            events { worker_connections 64; }
            rtmp { access_log off; server {
                listen 127.0.0.1:\(port); chunk_size 4096;
                application live { live on; record all; record_path \(scratch.path)/rec; record_suffix -%s.flv; }
                application guarded { live on; notify_method get; on_publish http://127.0.0.1:\(http)/publish; }
            } }
            http {
                access_log off;
                client_body_temp_path \(scratch.path)/tmp; proxy_temp_path \(scratch.path)/tmp; fastcgi_temp_path \(scratch.path)/tmp;
                uwsgi_temp_path \(scratch.path)/tmp; scgi_temp_path \(scratch.path)/tmp;
                server {
                    listen 127.0.0.1:\(http);
                    location /stat { rtmp_stat all; }
                    location /publish { if ($arg_token != "good") { return 403; } return 200; }
                }
            }
            \(isSecure ? stream : "")
            """
    }
}
