/// Takes an HTTP/1.1 answer apart as its bytes come. Bodies are handed on, not kept. Whatever comes, it neither traps nor grows:
/// what is malformed or too long is a `Problem`.
package struct HTTPAnswerReader {
    package enum Problem: String, Error { case noHTTP = "no HTTP answer", tooLong = "an endless answer", malformed = "a malformed answer" }

    private enum Part { case line, fields, body(left: Int), chunkSize, chunk(left: Int), chunkEnd, trailer, untilClose, over }

    private static let longestLine = 8192
    private static let mostFields = 200
    private static let mostFieldBytes = 64 * 1024

    private let longestBody: Int
    private var part = Part.line
    private var text: [UInt8] = []
    private var fieldCount = 0
    private var bodyCount = 0
    private var contentLength: Int?
    private var isChunked = false
    private var answer = HTTPAnswer()
    private var fieldBytes = 0
    /// Of the answer, by their names in lower case; of several of one name the last.
    package private(set) var fields: [String: String] = [:]

    /// - Parameter longestBody: more is a `Problem`.
    package init(longestBody: Int = 1 << 20) { self.longestBody = longestBody }

    /// What stands before the body, once all of it was taken.
    package var head: HTTPAnswer? {
        switch part {
        case .line, .fields: nil
        default: answer
        }
    }

    /// The whole answer, once its last byte was taken.
    package var whole: HTTPAnswer? { if case .over = part { answer } else { nil } }

    /// Takes what came; bytes behind the answer's end belong to nothing and make the connection useless.
    /// - Parameter body: given what belongs to the body, in pieces.
    package mutating func read(_ bytes: UnsafeRawBufferPointer, body: (UnsafeRawBufferPointer) -> Void = { _ in }) throws(Problem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch part {
            case .over:
                answer.staysOpen = false
                return
            case .body(let left): try pass(&rest, left, body, then: .over) { .body(left: $0) }
            case .chunk(let left): try pass(&rest, left, body, then: .chunkEnd) { .chunk(left: $0) }
            case .untilClose: try pass(&rest, .max, body, then: .over) { _ in .untilClose }
            case .line, .fields, .chunkSize, .chunkEnd, .trailer: try read(rest.removeFirst())
            }
        }
    }

    /// The other side has closed. `nil` when something of the answer is missing.
    package mutating func end() -> HTTPAnswer? {
        answer.staysOpen = false
        if case .untilClose = part { part = .over }
        return whole
    }

    /// A byte of a line.
    private mutating func read(_ byte: UInt8) throws(Problem) {
        guard byte == 10 else {
            guard text.count < Self.longestLine else { throw .tooLong }
            text.append(byte)
            return
        }
        if text.last == 13 { text.removeLast() }
        let line = String(decoding: text, as: UTF8.self)
        text.removeAll(keepingCapacity: true)
        try readLine(line)
    }

    private mutating func pass(
        _ rest: inout Slice<UnsafeRawBufferPointer>, _ left: Int, _ body: (UnsafeRawBufferPointer) -> Void, then next: Part, or same: (Int) -> Part
    ) throws(Problem) {
        let piece = rest.prefix(left)
        guard piece.count <= longestBody - bodyCount else { throw .tooLong }
        bodyCount += piece.count
        rest = rest[piece.endIndex...]
        part = piece.count == left ? next : same(left - piece.count)
        body(UnsafeRawBufferPointer(rebasing: piece))
    }

    private mutating func readLine(_ line: String) throws(Problem) {
        switch part {
        case .line: try readStatus(line)
        case .fields: if line.isEmpty { try endHead() } else { try readField(line) }
        case .chunkSize:
            let digits = line.prefix { $0 != ";" && $0 != " " }
            guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy(\.isHexDigit), let size = Int(digits, radix: 16) else { throw .malformed }
            part = size == 0 ? .trailer : .chunk(left: size)
        case .chunkEnd:
            guard line.isEmpty else { throw .malformed }
            part = .chunkSize
        case .trailer:
            try countField()
            if line.isEmpty { part = .over }
        case .body, .chunk, .untilClose, .over: break
        }
    }

    private mutating func readStatus(_ line: String) throws(Problem) {
        // Counted, since interim answers (100 Continue) and empty lines before it are forgiven (RFC 9112, section 2.2).
        try countField()
        if line.isEmpty { return }
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/1."), parts[1].count == 3, let status = Int(parts[1]), (100..<600).contains(status) else {
            throw .noHTTP
        }
        answer = HTTPAnswer(status: status, reason: parts.count > 2 ? String(parts[2].prefix(80)) : "", staysOpen: parts[0] != "HTTP/1.0")
        (contentLength, isChunked, fields, fieldBytes) = (nil, false, [:], 0)
        part = .fields
    }

    private mutating func readField(_ line: String) throws(Problem) {
        try countField()
        guard let colon = line.firstIndex(of: ":") else { throw .malformed }
        let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        let name = line[..<colon].lowercased()
        // Those that are large are no one's: cookies.
        if line.utf8.count <= Self.mostFieldBytes - fieldBytes {
            fieldBytes += line.utf8.count
            fields[name] = value
        }
        switch name {
        case "content-length":
            guard value.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(value), contentLength ?? count == count else { throw .malformed }
            contentLength = count
        case "transfer-encoding":
            guard value.lowercased() == "chunked" else { throw .malformed }
            isChunked = true
        case "connection":
            if value.lowercased().contains("close") { answer.staysOpen = false }
            if value.lowercased().contains("keep-alive") { answer.staysOpen = true }
        case "location": answer.location = value
        case "allow": answer.allow = value
        default: break
        }
    }

    private mutating func countField() throws(Problem) {
        fieldCount += 1
        guard fieldCount <= Self.mostFields else { throw .tooLong }
    }

    private mutating func endHead() throws(Problem) {
        // 100 Continue and its like come before the answer proper.
        if answer.status < 200 {
            part = .line
        } else if answer.status == 204 || answer.status == 304 {
            part = .over
        } else if isChunked {
            part = .chunkSize
        } else if let contentLength {
            part = contentLength == 0 ? .over : .body(left: contentLength)
        } else {
            answer.staysOpen = false
            part = .untilClose
        }
    }
}
