import Foundation

@testable import Control

/// One request over a socket of its own, sent as it stands: no client in between makes paths or names prettier.
struct HTTPAnswer: Sendable {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: String

    struct Failure: Error {}

    init(
        _ address: PageAddress, _ path: String, method: String = "GET", host: String? = nil, _ headers: [String] = [], body sent: String? = nil
    ) throws {
        let connection = try RawConnection(address)
        let head = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "\(address)")", "Connection: close"] + headers
        let length = sent.map { "\r\nContent-Length: \($0.utf8.count)" } ?? ""
        try connection.send(head.joined(separator: "\r\n") + length + "\r\n\r\n" + (sent ?? ""))
        let text = try connection.read(until: nil)
        guard let end = text.firstRange(of: "\r\n\r\n") else { throw Failure() }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        self.headers = Dictionary(
            lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
            }, uniquingKeysWith: { first, _ in first })
        body = String(text[end.upperBound...])
    }
}
