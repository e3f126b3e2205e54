import Foundation
import MediaFixtures

/// A real web server that takes PUT and DELETE into a directory of its own, and can be told to misbehave.
final class PutServer {
    let port = Port.free()
    let scratch = ScratchDirectory()
    private let words: [String]
    private let scheme: String
    private var server: Server?

    /// - Parameters:
    ///   - user: `USER:PASSWORD` that it demands.
    ///   - refusal: a status for every PUT.
    ///   - closes: it hangs up after each answer without saying so, as servers do with connections that were idle.
    ///   - deletes: whether DELETE is done, or refused with 405.
    ///   - isSecure: whether it speaks TLS, with a certificate of its own made out to `names` for so many `days`.
    init(
        user: String? = nil, refusal: Int? = nil, closes: Bool = false, deletes: Bool = true, isSecure: Bool = false,
        names: String = "DNS:localhost,IP:127.0.0.1", days: Int = 2
    ) throws {
        scheme = isSecure ? "https" : "http"
        words = [user ?? "", refusal.map { "\($0)" } ?? "0", closes ? "closes" : "keeps", deletes ? "deletes" : "collects", scheme]
        if isSecure { _ = try TestCertificate(in: scratch, names: names, days: days) }
        try FileManager.default.createDirectory(atPath: scratch.file("files"), withIntermediateDirectories: true)
        try Data(Self.program.utf8).write(to: URL(fileURLWithPath: scratch.file("server.py")))
        try start()
    }

    deinit { server?.end() }

    func url(_ rest: String, at host: String = "127.0.0.1") -> String { "\(scheme)://\(host):\(port)/\(rest)" }
    var authorities: String { scratch.file("cert.pem") }
    func file(_ name: String) -> String { scratch.file("files/" + name) }

    var names: [String] {
        // try?: no directory, no files.
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("files")))?.sorted() ?? []  // none yet
    }

    /// One line per request: connection, method, target, content type.
    var requests: [[String]] {
        // try?: no request yet.
        let text = (try? String(contentsOfFile: scratch.file("requests"), encoding: .utf8)) ?? ""  // none
        return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }

    func start() throws {
        let places = [scratch.file("files"), scratch.file("requests")]
        server = try Server("python3", [scratch.file("server.py"), "\(port)"] + places + words, log: scratch.file("log"))
        let address = url("")
        guard Watchdog.until(.seconds(20), { Program.run("curl", ["-sk", "-o", "/dev/null", address]).status == 0 }) else {
            throw CocoaError(.fileReadUnknown)
        }
    }

    func kill() { server?.end() }
    func pause() { server?.pause() }
    func resume() { server?.resume() }

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
            def place(self):
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
                with open(self.place() + ".part", "wb") as file: file.write(body)
                os.replace(self.place() + ".part", self.place())
                self.answer(201)
            def do_DELETE(self):
                self.note()
                if deletes != "deletes": return self.answer(405)
                os.unlink(self.place())
                self.answer(204)
            def log_message(self, *words): pass
        class Server(http.server.ThreadingHTTPServer): allow_reuse_address = True
        server = Server(("127.0.0.1", port), Handler)
        if scheme == "https":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(os.path.join(folder, "../cert.pem"), os.path.join(folder, "../key.pem"))
            server.socket = context.wrap_socket(server.socket, server_side=True)
        server.serve_forever()
        """
}
