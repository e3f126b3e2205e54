import Glibc
public import Platform

/// A text with placeholders, such as `{time} · {group}`. `{{` stands for a brace, and `}}` for the other.
public struct OverlayTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case literal(String)
        /// As strftime(3) writes the local time.
        case clock(String)
        case group
        case uptime
    }

    /// When a text stands on the picture.
    public struct Moment: Hashable, Sendable {
        public var time: WallClock
        /// Of the broadcast.
        public var uptime: Duration
        public var group: String

        public init(time: WallClock, uptime: Duration, group: String) { (self.time, self.uptime, self.group) = (time, uptime, group) }
    }

    /// Longer texts are on no picture.
    public static let mostBytes = 1024
    /// For the message about one that there is not.
    private static let known = "{time}, {date}, {group}, {uptime}, {clock:%H:%M:%S}; {{ for a brace"
    private static let conversions = "YymdjHIpMSsaAbBuVGFTRzZ%"

    private let parts: [Part]

    /// - Throws: `badOverlay` in one line: what there is not, and what there is.
    public init(parsing text: String) throws(PictureError) {
        func wrong(_ what: String) -> PictureError { PictureError(.badOverlay, "the text of an overlay \(what)") }
        guard !text.isEmpty, text.utf8.count <= Self.mostBytes else {
            throw wrong(text.isEmpty ? "is empty" : "is longer than \(Self.mostBytes) bytes: give a shorter one")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\n" || $0.value == 127 }) else {
            throw wrong("has a control character in it: leave it out")
        }
        var (parts, literal): ([Part], String) = ([], "")
        var rest = text[...]
        while let first = rest.popFirst() {
            if first == "{" || first == "}", rest.first == first {
                rest.removeFirst()
            } else if first == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw wrong("has a { without its }: write {{ for a brace, or one of \(Self.known)") }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                let name = rest[..<end]
                guard let part = try Self.part(name) else {
                    throw wrong("has {\(name.prefix(32).split(separator: "\n").joined(separator: " "))}, which there is not: there are \(Self.known)")
                }
                parts.append(part)
                rest = rest[rest.index(after: end)...]
                continue
            }
            literal.append(first)
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// `nil` where there is no such placeholder.
    private static func part(_ name: Substring) throws(PictureError) -> Part? {
        switch name {
        case "time": return .clock("%H:%M")
        case "date": return .clock("%Y-%m-%d")
        case "group": return .group
        case "uptime": return .uptime
        default:
            guard name.hasPrefix("clock:"), name.count > 6, !name.contains("\n") else { return nil }
            let format = name.dropFirst(6)
            var rest = format
            while let character = rest.popFirst() {
                guard character == "%" else { continue }
                guard let letter = rest.popFirst(), conversions.contains(letter) else {
                    let list = conversions.map { "%\($0)" }.joined(separator: " ")
                    throw PictureError(
                        .badOverlay, "the text of an overlay has {\(name)} with a conversion of the time that there is not: there are \(list)")
                }
            }
            return .clock(String(format))
        }
    }

    /// The text at a moment, in local time.
    public func text(at moment: Moment) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .group: moment.group
            case .uptime: Self.text(of: moment.uptime)
            case .clock(let format): Self.text(format, at: moment.time)
            }
        }.joined()
    }

    /// How long after a moment the text may be another: at the next second or minute, whichever counts. `nil` where it stays as it is.
    public func change(after moment: Moment) -> Duration? {
        let second = Duration.seconds(1).inNanoseconds
        return parts.compactMap { part -> Duration? in
            switch part {
            case .literal, .group: return nil
            case .uptime: return .nanoseconds(second - max(.zero, moment.uptime).inNanoseconds % second)
            case .clock(let format):
                let step: Int64 = Self.showsSeconds(format) ? 1000 : 60_000
                let into = moment.time.milliseconds % step
                return .milliseconds(step - (into < 0 ? into + step : into))
            }
        }.min()
    }

    private static func showsSeconds(_ format: String) -> Bool {
        var rest = format[...]
        while let character = rest.popFirst() {
            // Two characters at a time: "%%S" shows none.
            if character == "%", let letter = rest.popFirst(), "SsT".contains(letter) { return true }
        }
        return false
    }

    /// "0:05:09", "26:00:00"
    private static func text(of span: Duration) -> String {
        let seconds = max(0, span.inNanoseconds / 1_000_000_000)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    private static func text(_ format: String, at time: WallClock) -> String {
        var (seconds, moment) = (time_t(time.milliseconds / 1000), tm())
        tzset()
        localtime_r(&seconds, &moment)
        var buffer = [CChar](repeating: 0, count: 8 * mostBytes)
        strftime(&buffer, buffer.count, format, &moment)
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
