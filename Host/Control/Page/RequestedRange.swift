import NIOHTTP1

/// Which bytes of what it asks for a request wants (RFC 9110, section 14.2). A value.
enum RequestedRange: Hashable {
    /// All of them: it names no range, or several, or one that is none.
    case whole
    case part(Range<Int>)
    /// It begins behind the last byte.
    case unsatisfiable

    /// - Parameters:
    ///   - request: GET alone has ranges.
    ///   - size: of all that could be sent, in bytes.
    init(_ request: HTTPRequestHead, of size: Int) {
        self = .whole
        let fields = request.headers["Range"]
        guard request.method == .GET, fields.count == 1, fields[0].lowercased().hasPrefix("bytes=") else { return }
        let bounds = fields[0].dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, bounds.allSatisfy({ $0.utf8.count <= 18 && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (let first?, let last?) where first <= last: self = Self.part(from: first, to: min(last, size - 1), of: size)
        case (let first?, nil): self = Self.part(from: first, to: size - 1, of: size)
        case (nil, let count?): self = count == 0 ? .unsatisfiable : Self.part(from: max(0, size - count), to: size - 1, of: size)
        default: return
        }
    }

    private static func part(from first: Int, to last: Int, of size: Int) -> RequestedRange {
        first < size ? .part(first..<last + 1) : .unsatisfiable
    }
}
