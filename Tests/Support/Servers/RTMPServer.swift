import Fixtures
import Foundation
public import Platform
import Synchronization

/// nginx with its RTMP module on free ports of loopback: plays back, records and refuses.
///
/// Application `live` takes anything and records it; `unrecorded` takes anything; `auth` takes only `?token=secret`.
public final class RTMPServer: Sendable {
    public let port = Port.free()
    public let httpPort = Port.free()
    /// Where it listens for TLS, on 127.0.0.1 and 127.0.0.2, if it does.
    public let securePort = Port.free()
    private let isSecure: Bool
    private let scratch = Scratch()
    private let server = Mutex<FixtureProcess?>(nil)
    private let runs = Mutex(0)

    /// - Parameters:
    ///   - isSecure: whether it listens for TLS too, with a certificate of its own.
    ///   - names: what that is made out to.
    ///   - days: how long it is good; negative for one that has expired.
    public init(isSecure: Bool = false, names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2) throws {
        self.isSecure = isSecure
        _ = try scratch.directory("tmp")
        if isSecure { _ = try TestCertificate(in: scratch, names: names, days: days) }
        try start()
    }

    // Before its directory goes.
    deinit { kill() }

    private func configuration(run: Int) -> String {
        let folder = scratch.file("tmp")
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder);" }
        let modules = "/usr/lib/nginx/modules"
        let secure = """
            stream {
                server {
                    listen 127.0.0.1:\(securePort) ssl;
                    listen 127.0.0.2:\(securePort) ssl;
                    ssl_certificate \(authorities);
                    ssl_certificate_key \(scratch.file("key.pem"));
                    proxy_pass 127.0.0.1:\(port);
                }
            }
            """
        return """
            daemon off;
            master_process off;
            pid \(scratch.file("nginx.pid"));
            error_log \(scratch.file("error.log")) info;
            load_module \(modules)/ngx_rtmp_module.so;
            \(isSecure ? "load_module \(modules)/ngx_stream_module.so;" : "")
            events { worker_connections 128; }
            rtmp {
                access_log off;
                server {
                    listen 127.0.0.1:\(port);
                    chunk_size 4096;
                    application live {
                        live on;
                        record all;
                        record_path \(scratch.file("rec-\(run)"));
                        record_unique on;
                    }
                    application unrecorded { live on; }
                    application auth {
                        live on;
                        notify_method get;
                        on_publish http://127.0.0.1:\(httpPort)/publish;
                    }
                }
            }
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(httpPort);
                    location /stat { rtmp_stat all; }
                    location /control { rtmp_control all; }
                    location /publish { if ($arg_token != "secret") { return 403; } return 200; }
                }
            }
            \(isSecure ? secure : "")

            """
    }

    private func waitForServer() throws {
        try waitUntil("nginx: \(log.suffix(500))") {
            try server.withLock { try $0?.expectRunning() }
            return (try? statistics()) != nil  // refused until it listens
        }
    }

    /// Where to publish to and play from.
    ///
    /// - Parameter other: the port of a line or a relay that leads here.
    public func url(_ key: String, application: String = "live", at other: UInt16? = nil) -> String {
        "rtmp://127.0.0.1:\(other ?? port)/\(application)/\(key)"
    }

    /// The certificates that a client of `securePort` has to trust.
    public var authorities: String { scratch.file("cert.pem") }

    public var log: String { textOfFile(scratch.file("error.log")) }

    /// nginx-rtmp's own account, as XML.
    public func statistics() throws -> String {
        String(decoding: try runTool(["curl", "-sSf", "http://127.0.0.1:\(httpPort)/stat"]), as: UTF8.self)
    }

    /// Whether somebody publishes `key` and media has arrived.
    public func isPublishing(_ key: String) throws -> Bool {
        let streams = try statistics().components(separatedBy: "<stream>")
        return streams.contains { $0.contains("<name>\(key)</name>") && $0.contains("<publishing/>") && !$0.contains("<bytes_in>0</bytes_in>") }
    }

    /// What has arrived so far of each stream, by its key.
    public func receivedBytes() throws -> [String: Int] {
        func value(_ tag: String, in text: String) -> Substring? {
            guard let start = text.range(of: "<\(tag)>"), let end = text.range(of: "</\(tag)>") else { return nil }
            return text[start.upperBound..<end.lowerBound]
        }
        let streams = try statistics().components(separatedBy: "<stream>").dropFirst()
        return streams.reduce(into: [:]) { received, stream in
            guard let name = value("name", in: stream), let bytes = value("bytes_in", in: stream).flatMap({ Int($0) }) else { return }
            received[String(name)] = bytes
        }
    }

    /// Drops anyone who publishes `key`, as an administrator would.
    public func dropPublisher(of key: String) throws {
        try runTool(["curl", "-sSf", "http://127.0.0.1:\(httpPort)/control/drop/publisher?app=live&name=\(key)"])
    }

    /// The recordings of `key`, in the order in which they were begun. The last one may still grow.
    ///
    /// Names carry the second in which a recording began: of two within one second (and one run) only the later is left.
    public func recordings(of key: String) throws -> [String] {
        try (1...runs.withLock { $0 }).flatMap { try recordings(of: key, run: $0) }
    }

    /// Those that were begun since the server was started last.
    public func newRecordings(of key: String) throws -> [String] { try recordings(of: key, run: runs.withLock { $0 }) }

    private func recordings(of key: String, run: Int) throws -> [String] {
        let folder = scratch.file("rec-\(run)")
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(key + "-") }.sorted().map { folder + "/" + $0 }
    }

    /// Ends the server: connections break, and new ones are refused.
    public func stop() {
        server.withLock {
            $0?.end()
            $0 = nil
        }
    }

    /// Ends it without a farewell of its own, as a crash does.
    public func kill() {
        server.withLock {
            $0?.kill()
            $0 = nil
        }
    }

    /// Stops it where it stands: connections stay, new ones are made, and nothing is read or answered until `resume`.
    public func pause() { server.withLock { $0?.pause() } }
    public func resume() { server.withLock { $0?.resume() } }

    /// When the next pictures and sounds are played that a viewer gets who joins now, in seconds of the broadcast.
    public func timesForViewers(of key: String, count: Int = 10) throws -> [Double] {
        let command = ["ffprobe", "-v", "error", "-read_intervals", "%+#\(count)", "-show_entries", "packet=pts_time", "-of", "csv=p=0", url(key)]
        return String(decoding: try runTool(command), as: UTF8.self).split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
    }

    /// Starts it again after `stop`, on the same ports and with the recordings kept.
    public func start() throws {
        try launch()
        try waitForServer()
    }

    /// The same, and back as soon as it listens, looked at every millisecond: when that was.
    public func startListening() throws -> MediaTime {
        try launch()
        let deadline = MediaTime.now() + .seconds(20)
        while !Port.isListening(port) {
            try server.withLock { try $0?.expectRunning() }
            guard MediaTime.now() < deadline else { throw FixtureError("nginx does not listen on port \(port)") }
            poll(nil, 0, 1)
        }
        return .now()
    }

    private func launch() throws {
        let run = runs.withLock { runs in
            runs += 1
            return runs
        }
        _ = try scratch.directory("rec-\(run)")
        try scratch.write(configuration(run: run), to: "nginx.conf")
        let command = ["nginx", "-p", scratch.path, "-e", scratch.file("error.log"), "-c", scratch.file("nginx.conf")]
        try server.withLock { $0 = try FixtureProcess(command, log: scratch.file("log")) }
    }

    public func restart() throws {
        stop()
        try start()
    }
}
