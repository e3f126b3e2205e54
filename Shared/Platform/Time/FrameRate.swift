/// Frames a second, exactly: a whole number such as 30, or a ratio of two, such as 30000/1001 (29.97, of NTSC: SMPTE ST 12-1, 5.2). A value,
/// in lowest terms, which reads and writes itself as people do: `30`, `29.97`, `12.5`.
public struct FrameRate: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, LosslessStringConvertible {
    /// What can be streamed, both included.
    public static let range: ClosedRange<FrameRate> = 1...240
    private static let ntscDenominator = 1001

    /// At least 1.
    public let numerator: Int
    /// At least 1.
    public let denominator: Int

    /// Both at least 1 and at most a million, else the nearest ratio that there is: of 0 the least of all, which no stream can have.
    public init(_ numerator: Int, over denominator: Int = 1) {
        let (above, below) = (min(max(numerator, 1), 1_000_000), numerator < 1 ? 1_000_000 : min(max(denominator, 1), 1_000_000))
        var (divisor, rest) = (above, below)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        (self.numerator, self.denominator) = (above / divisor, below / divisor)
    }

    public init(integerLiteral value: Int) { self.init(value) }

    /// A whole number, a ratio (`30000/1001`), or a decimal number of up to three places. `23.976`, `29.97`, `59.94` and their multiples are the
    /// ratios of NTSC that they stand for. `nil` for anything else and for what is not in `range`.
    public init?(_ text: String) {
        let terms = text.split(separator: "/", omittingEmptySubsequences: false)
        if terms.count == 2 {
            guard let above = Self.digits(terms[0]), let below = Self.digits(terms[1]), above > 0, below > 0 else { return nil }
            self.init(above, over: below)
        } else {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, parts.count == 1 || parts[1].utf8.count <= 3, let whole = Self.digits(parts[0]),
                let places = parts.count == 1 ? 0 : Self.digits(parts[1])
            else { return nil }
            var scale = 1
            if parts.count == 2 { for _ in 0..<parts[1].utf8.count { scale *= 10 } }
            self.init(nearest: whole * scale + places, over: scale)
        }
        guard Self.range.contains(self) else { return nil }
    }

    /// What a number of JSON stands for; `nil` where it is not in `range`.
    public init?(_ number: Double) {
        guard number >= 0.999, number < 241 else { return nil }
        self.init(nearest: Int(clamping: (number * 1000).rounded()), over: 1000)
        guard Self.range.contains(self) else { return nil }
    }

    /// The rate of NTSC whose two or three decimal places these are, or the ratio itself.
    private init(nearest above: Int, over below: Int) {
        let rounded = (above + below - 1) / below
        let isShort = below >= 100 && !above.isMultiple(of: below)
        // 29.97 is 29.97003, 23.976 is 23.97602, and some write 23.98.
        let exact = rounded * 1_000_000 / Self.ntscDenominator
        let isNTSC = isShort && [24, 30, 48, 60, 120, 240].contains(rounded) && abs(above * 1000 / below - exact) <= 4
        self.init(isNTSC ? rounded * 1000 : above, over: isNTSC ? Self.ntscDenominator : below)
    }

    private static func digits(_ text: Substring) -> Int? {
        !text.isEmpty && text.utf8.count <= 7 && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    public static func < (left: FrameRate, right: FrameRate) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    public var perSecond: Double { Double(numerator) / Double(denominator) }

    /// Frames in a thousand seconds, which is what an agent is asked for; rounded up, so that it is not the agent that loses one.
    public var perThousandSeconds: Int { (numerator * 1000 + denominator - 1) / denominator }

    /// Between two frames; cut to nanoseconds.
    public var interval: Duration { time(of: 1) }

    /// From the first frame to the one after `count` of them; cut to nanoseconds, and never adding up an error.
    public func time(of count: Int64) -> Duration {
        let (whole, rest) = count.quotientAndRemainder(dividingBy: Int64(numerator))
        let second = Int64(denominator) * 1_000_000_000
        return .nanoseconds(whole * second + rest * second / Int64(numerator))
    }

    /// Every `divisor`th frame.
    public func divided(by divisor: Int) -> FrameRate { FrameRate(numerator, over: denominator * divisor) }

    /// With up to three decimal places, without zeros at the end.
    public var description: String {
        if denominator == 1 { return "\(numerator)" }
        let thousandths = (numerator * 2000 + denominator) / (2 * denominator)
        var places = "\(thousandths % 1000)"
        while places.utf8.count < 3 { places = "0" + places }
        while places.hasSuffix("0") { places.removeLast() }
        return places.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(places)"
    }
}

extension FrameRate: Codable {
    /// A number, as `description` writes it.
    public init(from decoder: any Decoder) throws {
        let number = try decoder.singleValueContainer().decode(Double.self)
        guard let rate = FrameRate(number) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(number) is no frame rate: 1 to 240"))
        }
        self = rate
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if denominator == 1 { try container.encode(numerator) } else { try container.encode(Double(description) ?? perSecond) }
    }
}
