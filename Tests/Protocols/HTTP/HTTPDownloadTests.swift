import Fixtures
import Platform
import Testing

@testable import Protocols

@Suite struct HTTPDownloadTests {
    @Test(arguments: [
        ("http://a", "a", 80, false, "/"), ("https://a/b?c=d#e", "a", 443, true, "/b?c=d"), ("HTTP://a:8080/ü", "a", 8080, false, "/%C3%BC"),
        ("https://[::1]:1/x", "::1", 1, true, "/x"), ("http://u:p%20w@a?x", "a", 80, false, "/?x"),
    ])
    func anAddressIsRead(url: String, host: String, port: Int, isSecure: Bool, target: String) throws {
        let address = try #require(HTTPAddress(url: url))
        #expect(address.host == host && address.port == port && address.isSecure == isSecure && address.target("") == target)
        #expect(address.credentials == (url.contains("@") ? "u:p w" : nil))
    }

    @Test(arguments: ["", "a", "ftp://a", "http://", "http://a:0", "http://a:99999", "http://a:b", "http://u%@a", "http://a b/", "http:///a"])
    func whatIsNoneIsNotRead(url: String) { #expect(HTTPAddress(url: url) == nil) }

    /// In pieces of any size, whatever way its length is told.
    @Test(
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-Y: z\r\n\r\nhello world", "HTTP/1.1 200 OK\r\nX-Y: z\r\n\r\nhello world",
            "HTTP/1.1 200 OK\r\nX-Y:z\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n",
        ], [1, 3, 8, 1000])
    func aBodyIsHandedOn(text: String, pieces: Int) throws {
        var (reader, body, rest) = (HTTPAnswerReader(), [UInt8](), Array(text.utf8)[...])
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            try piece.withUnsafeBytes { try reader.read($0) { body += $0 } }
        }
        #expect(String(decoding: body, as: UTF8.self) == "hello world" && reader.fields["x-y"] == "z" && reader.end()?.status == 200)
    }

    @Test func aConnectionIsKeptAndOneThatTheServerClosedIsMadeAnew() throws {
        let listener = Listener()
        let address = try #require(HTTPAddress(url: "http://127.0.0.1:\(listener.port)/a"))
        let server = try Worker(name: "server") {
            for count in [2, 1] {
                guard let line = listener.accept() else { return }
                for _ in 0..<count {
                    _ = line.read()
                    line.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
                }
            }
        }
        let downloader = HTTPDownloader(ConnectionSettings())
        for _ in 0..<3 {
            var body: [UInt8] = []
            let found = try downloader.get(address) { _, _, piece in body += piece }
            #expect(found.answer.status == 200 && body == Array("ok".utf8))
        }
        server.join()
    }

    /// What a server sends beyond the length that it told is no answer to what is asked next.
    @Test func whatComesBehindAnAnswerMakesAnotherConnection() throws {
        let listener = Listener()
        let address = try #require(HTTPAddress(url: "http://127.0.0.1:\(listener.port)/a"))
        let server = try Worker(name: "server") {
            for more in ["and a line more\r\n", nil] {
                guard let line = listener.accept() else { return }
                _ = line.read()
                line.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
                guard let more else { return }
                _ = line.read()
                line.write(Array(more.utf8))
            }
        }
        defer { server.join() }
        let downloader = HTTPDownloader(ConnectionSettings())
        for _ in 0..<2 {
            var body: [UInt8] = []
            _ = try downloader.get(address) { _, _, piece in body += piece }
            #expect(body == Array("ok".utf8))
        }
    }
}
