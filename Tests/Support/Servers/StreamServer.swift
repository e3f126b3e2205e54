import Fixtures
public import Foundation
import Synchronization

/// nginx that serves a directory of HLS streams on a free port of loopback, takes them by PUT too (DAV), and keeps a list of what it was asked for.
///
/// The same files also under `packed/` (gzip), `moved/` (by way of a redirect), `slow/` (20 kB a second and connection), `bomb/` (files
/// that are gzip already, said to be packed for the way), and as `asked/any?name=FILE`; `forbidden/`, `failing/` and `looping/` answer 403,
/// 500 and redirects without end.
public final class StreamServer: Sendable {
    public let port = Port.free()
    private let scratch = Scratch()
    private let server = Mutex<FixtureProcess?>(nil)

    /// - Parameter slowBytes: a second, of what is under `slow/`.
    public init(slowBytes: Int = 20_000) throws {
        _ = try (scratch.directory("tmp"), scratch.directory("files"))
        try scratch.write(configuration(slowBytes), to: "nginx.conf")
        try start()
    }

    // Before its directory goes.
    deinit { kill() }

    /// Starts it again after `kill`, on the same port and with its files kept.
    public func start() throws {
        let process = try FixtureProcess(["nginx", "-c", scratch.file("nginx.conf"), "-p", scratch.path], log: scratch.file("log"))
        server.withLock { $0 = process }
        try waitUntil("nginx: \(process.output.suffix(500))") {
            try process.expectRunning()
            return Port.isListening(port)
        }
    }

    public func kill() { server.withLock { $0?.kill() } }

    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
    /// The path of a file that it serves.
    public func file(_ name: String) -> String { scratch.file("files/" + name) }

    public func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    /// Makes the folder that it is in.
    public func write(_ bytes: Data, to name: String) throws {
        let path = file(name)
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// Each as `GET /a/b.ts 200`, in order; with ` bytes=0-9` where a part was asked for.
    public var requests: [String] {
        textOfFile(scratch.file("requests")).split(separator: "\n").map { $0.hasSuffix(" -") ? String($0.dropLast(2)) : String($0) }
    }

    /// How often a file was asked for, also where the client hung up.
    public func count(_ path: String) -> Int { requests.filter { $0.hasPrefix("GET /\(path) ") }.count }

    private func configuration(_ slowBytes: Int) -> String {
        let (folder, files) = (scratch.file("tmp"), scratch.file("files"))
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder);" }
        return """
            daemon off;
            master_process off;
            pid \(scratch.file("nginx.pid"));
            error_log \(scratch.file("error.log")) info;
            events { worker_connections 128; }
            http {
                log_format plain '$request_method $request_uri $status $http_range';
                access_log \(scratch.file("requests")) plain;
                \(temporary.joined(separator: " "))
                types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; video/mp4 mp4 m4s; audio/mp4 m4a; text/vtt vtt; text/html html; }
                server {
                    listen 127.0.0.1:\(port);
                    root \(files);
                    dav_methods PUT DELETE;
                    create_full_put_path on;
                    client_max_body_size 64m;
                    add_header Access-Control-Allow-Origin *;
                    location /packed/ { alias \(files)/; gzip on; gzip_types *; gzip_min_length 1; }
                    location /moved/ { rewrite ^/moved/(.*)$ /there/$1 redirect; }
                    location /there/ { alias \(files)/; }
                    location /slow/ { alias \(files)/; limit_rate \(slowBytes); }
                    location /bomb/ { alias \(files)/; add_header Content-Encoding gzip; }
                    location /forbidden/ { return 403; }
                    location /failing/ { return 500; }
                    location /asked/ { rewrite ^ /$arg_name break; }
                    location /looping/ { rewrite ^ /looping/ redirect; }
                }
            }
            """
    }
}
