import Foundation

/// A web server that serves one file, whole or as far as it goes, and then holds the connection open without a word.
public final class StallingServer {
    public let address: String
    private let server: Server
    private let scratch = ScratchDirectory()

    /// - Parameter share: of the file that is sent before it stalls; `nil` sends all and closes.
    public init(serving path: String, stallingAt share: Double?) throws {
        let port = Port.free()
        address = "http://127.0.0.1:\(port)/\(URL(fileURLWithPath: path).lastPathComponent)"
        let script = scratch.file("server.py")
        try Data(Self.program.utf8).write(to: URL(fileURLWithPath: script))
        server = try Server("python3", [script, "\(port)", path, "\(share ?? 1)", share == nil ? "closes" : "holds"], log: scratch.file("log"))
        guard Watchdog.until(.seconds(20), { Self.answers(port) }) else { throw CocoaError(.fileReadUnknown) }
    }

    private static func answers(_ port: Int) -> Bool {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(made) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
    }

    deinit { server.end() }

    private static let program = """
        import http.server, sys, threading
        path, share, holds = sys.argv[2], float(sys.argv[3]), sys.argv[4] == "holds"
        data = open(path, "rb").read()
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data[:int(len(data) * share)])
                self.wfile.flush()
                if holds: threading.Event().wait()
            def log_message(self, *text): pass
        http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
        """
}
