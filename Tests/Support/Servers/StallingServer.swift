import Fixtures
import Foundation

/// A web server that serves one file, whole or as far as it goes, and then holds the connection open without a word.
public final class StallingServer {
    public let address: String
    private let server: FixtureProcess
    private let scratch = Scratch()

    /// - Parameter share: of the file that is sent before it stalls; `nil` sends all and closes.
    public init(serving path: String, stallingAt share: Double?) throws {
        let port = Port.free()
        address = "http://127.0.0.1:\(port)/\(URL(fileURLWithPath: path).lastPathComponent)"
        try scratch.write(Self.program, to: "server.py")
        let ending = share == nil ? "closes" : "holds"
        let process = try FixtureProcess(["python3", scratch.file("server.py"), "\(port)", path, "\(share ?? 1)", ending])
        server = process
        try waitUntil("the web server: \(process.output.suffix(500))") {
            try process.expectRunning()
            return Port.isListening(port)
        }
    }

    // A handler may hold a connection for ever.
    deinit { server.kill() }

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
