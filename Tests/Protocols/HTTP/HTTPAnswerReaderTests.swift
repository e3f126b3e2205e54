import Testing

@testable import Protocols

@Suite struct HTTPAnswerReaderTests {
    private func read(_ text: String, pieces: Int) throws -> HTTPAnswer? {
        var reader = HTTPAnswerReader()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            try piece.withUnsafeBytes { try reader.read($0) }
        }
        return reader.whole ?? reader.end()
    }

    @Test(
        arguments: [
            ("HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello", HTTPAnswer(status: 201, reason: "Created")),
            ("HTTP/1.1 204\r\n\r\n", HTTPAnswer(status: 204)),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", HTTPAnswer(status: 200, reason: "OK")),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n!\r\n0\r\nA: b\r\n\r\n",
                HTTPAnswer(status: 200, reason: "OK")
            ),
            ("HTTP/1.1 403 No Way\nConnection: close\nContent-Length: 2\n\nno", HTTPAnswer(status: 403, reason: "No Way", staysOpen: false)),
            ("HTTP/1.0 200 OK\r\n\r\nall to the end", HTTPAnswer(status: 200, reason: "OK", staysOpen: false)),
            (
                "HTTP/1.1 301 Moved\r\nLocation:  http://b/ \r\nContent-Length: 0\r\n\r\n",
                HTTPAnswer(status: 301, reason: "Moved", location: "http://b/")
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\ntoo much", HTTPAnswer(status: 200, reason: "OK", staysOpen: false)),
        ], [1, 2, 3, 7, 10_000])
    func anAnswerIsReadHoweverItComes(text: (String, HTTPAnswer), pieces: Int) throws {
        #expect(try read(text.0, pieces: pieces) == text.1)
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", "HTTP/1.1 200 OK\r\n", "", "HTTP/1.1 100 Continue\r\n\r\n"])
    func halfAnAnswerIsNone(text: String) throws { #expect(try read(text, pieces: 100) == nil) }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 99999 OK\r\n", "HTTP/1.1 -20 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        String(repeating: "a", count: 10_000), String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 1000),
        "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 1000),
        "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n" + String(repeating: "a", count: 2_000_000),
    ])
    func whatIsMalformedOrEndlessIsAProblem(text: String) { #expect(throws: HTTPAnswerReader.Problem.self) { try read(text, pieces: 4096) } }

    @Test func randomBytesNeverTrap() throws {
        var random = SystemRandomNumberGenerator()
        let words = ["HTTP/1.1 ", "200", " ", "\r\n", "Content-Length: ", "chunked", "Transfer-Encoding: ", "0", "f", ":", "\0", "é", "\n", "9"]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            do { _ = try read(text, pieces: Int.random(in: 1..<9, using: &random)) } catch { #expect(error is HTTPAnswerReader.Problem) }
        }
    }
}
