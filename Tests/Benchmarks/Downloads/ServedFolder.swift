import Fixtures

/// nginx with a folder, and the way to it: loopback as it is, or that of a network namespace, which the kernel lets carry so much and no more.
final class ServedFolder {
    private let scratch = Scratch()
    private let server: FixtureProcess
    private let port: UInt16
    private let entry: [String]

    /// - Parameter bitsPerSecond: of the way, packaging included; `nil` for as much as there is.
    /// - Throws: also where user namespaces or tc(8) are not permitted.
    init(_ folder: String, bitsPerSecond: Int?) throws {
        _ = try scratch.directory("tmp")
        port = Port.free()
        try scratch.write(Self.configuration(folder, port, scratch.file("tmp")), to: "nginx.conf")
        let nginx = ["nginx", "-c", scratch.file("nginx.conf"), "-p", scratch.path]
        if let bitsPerSecond {
            // Packets of the size that they have on a network, which a bucket of tokens lets pass.
            let limits = """
                ip link set lo mtu 1500 up && tc qdisc add dev lo root tbf rate \(bitsPerSecond)bit burst 32k latency 50ms && exec "$@"
                """
            let inside = ["unshare", "--user", "--map-root-user", "--net", "sh", "-c", limits, "sh"]
            server = try FixtureProcess(inside + nginx, log: scratch.file("log"))
            entry = ["nsenter", "--target", "\(server.pid)", "--user", "--net", "--preserve-credentials"]
        } else {
            (server, entry) = (try FixtureProcess(nginx, log: scratch.file("log")), [])
        }
        try waitUntil("nginx: \(server.output.suffix(500))") {
            guard server.isRunning else { throw FixtureError("nginx has not started: \(server.output.suffix(500))") }
            return try Program(behind(["curl", "-s", "-o", scratch.file("tmp/none"), url("none")])).status == 0
        }
    }

    // Before its directory goes.
    deinit { server.kill() }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// A command, at the other end of the way.
    func behind(_ command: [String]) -> [String] { entry + command }

    private static func configuration(_ folder: String, _ port: UInt16, _ temporary: String) -> String {
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(temporary);" }
        // In a user namespace there is no other user to become.
        return """
            user root root;
            daemon off;
            master_process off;
            pid \(temporary)/nginx.pid;
            error_log stderr error;
            events { worker_connections 128; }
            http {
                access_log off;
                sendfile on;
                \(paths.joined(separator: " "))
                types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
                server {
                    listen 127.0.0.1:\(port);
                    root \(folder);
                }
            }
            """
    }
}
