import Codec
import Fixtures
import ServerFixtures
import Testing

@testable import Session

/// Music from a playlist on the web, whose segments lie on a server that no authority knows.
@Suite(.timeLimit(.minutes(5))) struct PlaylistCertificateTests {
    private static let program = """
        import functools, http.server, ssl, sys, threading
        folder, plain, secure = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
        servers = [http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) for port in (plain, secure)]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
        servers[1].socket = context.wrap_socket(servers[1].socket, server_side=True)
        threading.Thread(target=servers[0].serve_forever, daemon=True).start()
        servers[1].serve_forever()
        """

    @Test func aSegmentsServerMustProveWhoItIs() throws {
        let made = MadeAudio()
        let (plain, secure) = (Port.free(), Port.free())
        _ = try TestCertificate(in: made.scratch)
        _ = try made.tone("a.ts", seconds: 2, "-c:a", "aac")
        for (name, server) in [("known.m3u8", "http://127.0.0.1:\(plain)"), ("unknown.m3u8", "https://127.0.0.1:\(secure)")] {
            try made.scratch.write("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n\(server)/a.ts\n#EXT-X-ENDLIST\n", to: name)
        }
        let server = try FixtureProcess(["python3", "-c", Self.program, made.scratch.file(""), "\(plain)", "\(secure)"])
        try waitUntil("the servers: \(server.output)") { Port.isListening(plain) && Port.isListening(secure) }
        let (left, _) = try MadeAudio.read("http://127.0.0.1:\(plain)/known.m3u8")
        #expect(left.count > 48_000)
        #expect(throws: CodecError.self) { try MadeAudio.read("http://127.0.0.1:\(plain)/unknown.m3u8") }
    }
}
