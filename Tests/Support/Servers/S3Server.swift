import Fixtures
import Foundation

/// A server that takes what is signed for S3 alone, by the signature that Amazon's own library (botocore) makes of the same request.
public final class S3Server: Sendable {
    public static let (keyID, key) = ("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    public let port = Port.free()
    private let scratch = Scratch()
    private let process: FixtureProcess

    public init(region: String = "us-east-1") throws {
        _ = try scratch.directory("files")
        try scratch.write(Self.program, to: "server.py")
        let arguments = ["\(port)", scratch.file("files"), scratch.file("requests"), Self.keyID, Self.key, region]
        process = try FixtureProcess(["python3", scratch.file("server.py")] + arguments, log: scratch.file("log"))
        let (process, port) = (process, port)
        try waitUntil("the S3 server: \(process.output.suffix(500))") {
            try process.expectRunning()
            return Port.isListening(port)
        }
    }

    // Before its directory goes.
    deinit { process.kill() }

    public func url(_ rest: String) -> String { "http://127.0.0.1:\(port)/\(rest)" }
    public func file(_ name: String) -> String { scratch.file("files/" + name) }

    /// What a program signs with: a file as of other programs of S3.
    public func writeKey(to path: String) throws {
        let text = "[live]\naws_access_key_id = \(Self.keyID)\naws_secret_access_key = \(Self.key)\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// One line per request: method, path, status, what caches are told.
    public var requests: [[String]] {
        textOfFile(scratch.file("requests")).split(separator: "\n").map { $0.split(separator: " ", maxSplits: 3).map(String.init) }
    }

    private static let program = """
        import hashlib, http.server, os, sys, urllib.parse
        from botocore.auth import S3SigV4Auth
        from botocore.awsrequest import AWSRequest
        from botocore.credentials import Credentials
        port, folder, log, key_id, key, region = int(sys.argv[1]), sys.argv[2], open(sys.argv[3], "a", 1), *sys.argv[4:7]
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def is_signed(self, body):
                proof = self.headers.get("Authorization", "")
                if not proof.startswith("AWS4-HMAC-SHA256 Credential=" + key_id + "/"): return False
                if self.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest(): return False
                names = proof.split("SignedHeaders=")[1].split(",")[0].split(";")
                if not {"host", "x-amz-content-sha256", "x-amz-date"} <= set(names): return False
                url = "http://" + self.headers["Host"] + self.path
                request = AWSRequest(self.command, url, {name: self.headers[name] for name in names}, body)
                request.context["timestamp"] = self.headers["x-amz-date"]
                signer = S3SigV4Auth(Credentials(key_id, key), "s3", region)
                text = signer.string_to_sign(request, signer.canonical_request(request))
                return proof.endswith("Signature=" + signer.signature(text, request))
            def answer(self, status):
                log.write("%s %s %d %s\\n" % (self.command, self.path, status, self.headers.get("Cache-Control", "-")))
                body = b"<Error><Code>SignatureDoesNotMatch</Code></Error>" if status == 403 else b""
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def path_of(self): return os.path.join(folder, os.path.basename(urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)))
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if not self.is_signed(body): return self.answer(403)
                with open(self.path_of(), "wb") as file: file.write(body)
                self.answer(200)
            def do_DELETE(self):
                if not self.is_signed(b""): return self.answer(403)
                if os.path.exists(self.path_of()): os.unlink(self.path_of())
                self.answer(204)
            def log_message(self, *text): pass
        class Server(http.server.ThreadingHTTPServer): allow_reuse_address = True
        Server(("127.0.0.1", port), Handler).serve_forever()
        """
}
