import Fixtures
import Foundation
import Synchronization

/// A real web server that takes PUT and DELETE into a directory of its own, and can be told to misbehave.
public final class PutServer: Sendable {
    public let port = Port.free()
    private let scratch = Scratch()
    private let options: [String]
    private let scheme: String
    private let server = Mutex<FixtureProcess?>(nil)

    /// - Parameters:
    ///   - user: `USER:PASSWORD` that it demands.
    ///   - refusal: a status for every PUT.
    ///   - closes: it hangs up after each answer without saying so, as servers do with connections that were idle.
    ///   - deletes: whether DELETE is done, or refused with 405.
    ///   - isSecure: whether it speaks TLS, with a certificate of its own made out to `names` for so many `days`.
    public init(
        user: String? = nil, refusal: Int? = nil, closes: Bool = false, deletes: Bool = true, isSecure: Bool = false,
        names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2
    ) throws {
        scheme = isSecure ? "https" : "http"
        options = [user ?? "", refusal.map { "\($0)" } ?? "0", closes ? "closes" : "keeps", deletes ? "deletes" : "collects", scheme]
        if isSecure { _ = try TestCertificate(in: scratch, names: names, days: days) }
        _ = try scratch.directory("files")
        try scratch.write(Self.program, to: "server.py")
        try start()
    }

    // Before its directory goes.
    deinit { kill() }

    public func url(_ rest: String, at host: String = "127.0.0.1") -> String { "\(scheme)://\(host):\(port)/\(rest)" }
    public var authorities: String { scratch.file("cert.pem") }
    public func file(_ name: String) -> String { scratch.file("files/" + name) }

    public var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("files")))?.sorted() ?? []  // no directory, no files
    }

    /// One line per request: connection, method, target, content type.
    public var requests: [[String]] {
        textOfFile(scratch.file("requests")).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }

    /// Starts it again after `kill`, on the same port and with its files kept.
    public func start() throws {
        let files = [scratch.file("files"), scratch.file("requests")]
        let process = try FixtureProcess(["python3", scratch.file("server.py"), "\(port)"] + files + options, log: scratch.file("log"))
        server.withLock { $0 = process }
        try waitUntil("the web server: \(process.output.suffix(500))") {
            try process.expectRunning()
            return Port.isListening(port)
        }
    }

    public func kill() { server.withLock { $0?.kill() } }
    public func pause() { server.withLock { $0?.pause() } }
    public func resume() { server.withLock { $0?.resume() } }

    private static let program = """
        import base64, http.server, os, ssl, sys, urllib.parse
        port, folder, log, user, refusal, closes, deletes, scheme = int(sys.argv[1]), sys.argv[2], open(sys.argv[3], "a", 1), *sys.argv[4:9]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self, status):
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()
                if closes == "closes": self.close_connection = True
            def path_of(self):
                target = urllib.parse.urlsplit(self.path)
                name = dict(urllib.parse.parse_qsl(target.query)).get("file") or target.path
                return os.path.join(folder, os.path.basename(urllib.parse.unquote(name)))
            def note(self):
                log.write("%d %s %s %s\\n" % (self.client_address[1], self.command, self.path, self.headers.get("Content-Type", "-")))
            def is_known(self):
                wanted = "Basic " + base64.b64encode(user.encode()).decode()
                return not user or self.headers.get("Authorization") == wanted
            def do_GET(self): self.answer(404)
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.note()
                if not self.is_known(): return self.answer(401)
                if int(refusal): return self.answer(int(refusal))
                with open(self.path_of() + ".part", "wb") as file: file.write(body)
                os.replace(self.path_of() + ".part", self.path_of())
                self.answer(201)
            def do_DELETE(self):
                self.note()
                if deletes != "deletes": return self.answer(405)
                os.unlink(self.path_of())
                self.answer(204)
            def log_message(self, *text): pass
        class Server(http.server.ThreadingHTTPServer): allow_reuse_address = True
        server = Server(("127.0.0.1", port), Handler)
        if scheme == "https":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(os.path.join(folder, "../cert.pem"), os.path.join(folder, "../key.pem"))
            server.socket = context.wrap_socket(server.socket, server_side=True)
        server.serve_forever()
        """
}
