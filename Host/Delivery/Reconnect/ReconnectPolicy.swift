/// When a lost target is tried again: `fixed:2s`, `linear:5` or `exponential:1s..60s`.
public struct ReconnectPolicy: Sendable, Hashable {
    public enum Shape: Sendable, Hashable {
        /// The same wait each time.
        case fixed(Duration)
        /// One second before the first retry, two before the second, and so on (features I-37).
        case linear
        /// Twice as long each time, up to `most`; ±20 % at random, so that a crowd does not come back at once.
        case exponential(first: Duration, most: Duration)
    }

    public let shape: Shape
    /// Retries after one loss; `nil` for no end.
    public var limit: Int?

    private static let waits: ClosedRange<Duration> = .milliseconds(100) ... .seconds(3600)
    private static let form = "give fixed:2s, linear:5 or exponential:1s..60s"
    /// The share of a wait by which the dice move it.
    public static let jitter = 0.2

    /// Every two seconds, without end.
    public static let standard = ReconnectPolicy(.fixed(.seconds(2)), limit: nil)

    public init(_ shape: Shape, limit: Int? = nil) { (self.shape, self.limit) = (shape, limit) }

    /// - Parameter text: a shape, a colon, and its waits (`500ms`, `2s`, `1m`) or, for `linear`, the most retries, 1 to 1000.
    /// - Throws: `.badSetting` with the right form.
    public init(parsing text: String) throws(DeliveryError) {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        let value = text[colon...].dropFirst()
        func wrong(_ reason: String) -> DeliveryError { DeliveryError(.badSetting, "--reconnect \(text): \(reason)") }
        func wait(_ text: Substring) throws(DeliveryError) -> Duration {
            guard let span = Self.duration(text) else { throw wrong("'\(text)' is no time; \(Self.form)") }
            guard Self.waits.contains(span) else { throw wrong("a wait of \(text) is out of range: 100ms to 1h") }
            return span
        }
        switch text[..<colon] {
        case "fixed": self.init(.fixed(try wait(value)))
        case "linear":
            guard let count = Int(value), 1...1000 ~= count else { throw wrong("'\(value)' is no number of retries from 1 to 1000; \(Self.form)") }
            self.init(.linear, limit: count)
        case "exponential":
            guard let dots = value.firstRange(of: "..") else { throw wrong("two times are needed; \(Self.form)") }
            let (first, most) = (try wait(value[..<dots.lowerBound]), try wait(value[dots.upperBound...]))
            guard first <= most else { throw wrong("the first wait is longer than the longest; \(Self.form)") }
            self.init(.exponential(first: first, most: most))
        default: throw wrong("no such policy; \(Self.form)")
        }
    }

    /// How long to wait before a retry.
    ///
    /// - Parameters:
    ///   - n: 1 for the first retry after a loss. Counts anew when media has flowed.
    ///   - dice: −1...1, by which an exponential wait is moved; from outside, so that tests know it.
    /// - Returns: `nil` when the target is given up.
    public func delay(beforeAttempt n: Int, dice: Double = 0) -> Duration? {
        if let limit, n > limit { return nil }
        switch shape {
        case .fixed(let wait): return wait
        case .linear: return min(.seconds(max(1, n)), Self.waits.upperBound)
        case .exponential(let first, let most):
            let wait = (0..<min(max(0, n - 1), 32)).reduce(first) { wait, _ in wait >= most ? most : min(wait * 2, most) }
            return wait * (1 + Self.jitter * min(1, max(-1, dice)))
        }
    }

    /// `500ms`, `1.5s`, `2m`, `1h`, or bare seconds.
    private static func duration(_ text: Substring) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let factors: [Substring: Double] = ["ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600]
        guard let number = Double(digits), number.isFinite, let factor = factors[text[digits.endIndex...]] else { return nil }
        guard number * factor < 1e6 else { return .seconds(1_000_000) }
        return .seconds(number * factor)
    }
}

extension ReconnectPolicy: CustomStringConvertible {
    /// As it is parsed, without the limit of a shape that has none of its own.
    public var description: String {
        switch shape {
        case .fixed(let wait): "fixed:\(Self.text(wait))"
        case .linear: "linear:\(limit ?? 1000)"
        case .exponential(let first, let most): "exponential:\(Self.text(first))..\(Self.text(most))"
        }
    }

    private static func text(_ wait: Duration) -> String {
        let milliseconds = wait.components.seconds * 1000 + wait.components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
