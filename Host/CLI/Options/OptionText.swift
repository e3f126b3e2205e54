import Control
import Frames
import Platform
import Session

/// Reads the values of options. Each failure names the option, the value and the right form.
enum OptionText {
    static func wrong(_ option: String, _ value: String, _ remedy: String) -> CommandFailure {
        CommandFailure(.usage, "\(option) \(AddressMask.masking(PlainText.of(NegativeValues.plain(value)))): \(remedy)")
    }

    static let sides = 16...8192

    /// `WxH`, both even.
    static func size(_ option: String, _ text: String) throws(CommandFailure) -> PixelSize {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { whole($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw wrong(option, text, "give WIDTHxHEIGHT in pixels, such as 1280x720")
        }
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw wrong(option, text, "width and height must be from \(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels")
        }
        guard width % 2 == 0, height % 2 == 0 else {
            throw wrong(option, text, "H.264 needs even sides; the nearest is \(width & ~1)x\(height & ~1)")
        }
        return PixelSize(width: width, height: height)
    }

    static let smallestCard = PixelSize(width: 320, height: 180)

    /// Of the test card.
    static func cardSize(_ option: String, _ text: String) throws(CommandFailure) -> PixelSize {
        let size = try size(option, text)
        guard size.width >= smallestCard.width, size.height >= smallestCard.height else {
            throw wrong(option, text, "the test card needs \(smallestCard) or more")
        }
        return size
    }

    /// Frames a second: `30`, `29.97`, `60000/1001`.
    static func frameRate(_ option: String, _ text: String) throws(CommandFailure) -> FrameRate {
        if let rate = FrameRate(text) { return rate }
        let number = NegativeValues.plain(text)
        guard decimal(number.dropFirst(number.hasPrefix("-") ? 1 : 0)) != nil else {
            throw wrong(option, text, "give frames a second, such as 30 or 29.97")
        }
        throw wrong(option, text, "must be from \(FrameRate.range.lowerBound) to \(FrameRate.range.upperBound)")
    }

    /// Bits a second: `3500k`, `3.5M`, `3500000`.
    static func bitRate(_ option: String, _ text: String, _ range: ClosedRange<Int>) throws(CommandFailure) -> Int {
        var digits = text[...]
        var factor = 1.0
        switch digits.last {
        case "k", "K": (factor, digits) = (1e3, digits.dropLast())
        case "m", "M": (factor, digits) = (1e6, digits.dropLast())
        default: break
        }
        guard let number = decimal(digits) else {
            throw wrong(option, text, "give bits a second, such as \(short(range.lowerBound)) or 3500k, 3.5M, 3500000")
        }
        let rate = (number * factor).rounded()
        guard rate >= Double(range.lowerBound), rate <= Double(range.upperBound) else {
            throw wrong(option, text, "must be from \(short(range.lowerBound)) to \(short(range.upperBound)) bits a second")
        }
        return Int(clamping: rate)
    }

    /// Bytes of memory, in units of 1024: `8M`, `512K`, `1G`, `8388608`.
    static func memory(_ option: String, _ text: String) throws(CommandFailure) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit: Double? =
            switch text[digits.endIndex...].lowercased() {
            case "": 1
            case "k", "kib": 1024
            case "m", "mib": 1_048_576
            case "g", "gib": 1_073_741_824
            default: nil
            }
        guard let unit, let number = decimal(digits) else { throw wrong(option, text, "give a size with its unit, such as 8M, 512K or 1G") }
        let bytes = (number * unit).rounded()
        // No one means eight bytes.
        guard unit > 1 || bytes >= 65_536 else { throw wrong(option, text, "\(text) bytes? Give a size with its unit, such as \(text)M") }
        guard bytes <= 1_099_511_627_776 else { throw wrong(option, text, "must be at most 1024G") }
        return Int(clamping: bytes)
    }

    /// `#RRGGBB`; without the `#` too, which the shell reads as a comment.
    static func colour(_ option: String, _ text: String) throws(CommandFailure) -> SlateChoice.Colour {
        guard let colour = SlateChoice.Colour(word: text) else { throw wrong(option, text, "give '#RRGGBB', such as '#203040'") }
        return colour
    }

    /// A time: `2` and `2s` seconds, `500ms`, `5m`, `1h`.
    /// - Parameter other: what else the option accepts, for the message.
    static func duration(
        _ option: String, _ text: String, _ range: ClosedRange<Duration>, _ other: String = ""
    ) throws(CommandFailure) -> Duration {
        let other = other.isEmpty ? "" : ", " + other
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let milliseconds: Double? =
            switch text[digits.endIndex...] {
            case "", "s": 1000
            case "ms": 1
            case "m": 60_000
            case "h": 3_600_000
            default: nil
            }
        guard let milliseconds, let number = decimal(digits) else {
            let bounds = "from \(words(range.lowerBound)) to \(words(range.upperBound))"
            throw wrong(option, text, "give a time such as 2, 2s, 500ms, 5m or 1h, \(bounds)\(other)")
        }
        let span = number * milliseconds
        guard span <= 1e12, range.contains(.nanoseconds(Int64(clamping: span * 1e6))) else {
            throw wrong(option, text, "must be from \(words(range.lowerBound)) to \(words(range.upperBound))\(other)")
        }
        return .nanoseconds(Int64(clamping: span * 1e6))
    }

    static func number(_ option: String, _ text: String, _ range: ClosedRange<Int>, _ example: Int) throws(CommandFailure) -> Int {
        let plain = NegativeValues.plain(text)
        let isNegative = range.lowerBound < 0 && plain.hasPrefix("-")
        guard let size = whole(plain.dropFirst(isNegative ? 1 : 0)) else { throw wrong(option, text, "give a whole number such as \(example)") }
        let number = isNegative ? -size : size
        guard range.contains(number) else { throw wrong(option, text, "must be from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    /// One word of a list.
    static func word<Choice>(_ option: String, _ text: String, _ choices: [(word: String, choice: Choice)]) throws(CommandFailure) -> Choice {
        guard let found = choices.first(where: { $0.word == text }) else {
            throw wrong(option, text, "give one of \(choices.map(\.word).joined(separator: ", "))")
        }
        return found.choice
    }

    /// The largest coordinate that a display can have.
    private static let furthest = 65_535

    /// `WxH+X+Y`, or `X,Y WxH` and `X,Y,WxH` as slurp and grim write it; checked in its form and its numbers: the agent knows the screen.
    ///
    /// - Returns: as `WxH+X+Y`, which every agent takes.
    static func region(_ option: String, _ text: String) throws(CommandFailure) -> String {
        let isOwn = !text.contains(",")
        let parts = text.split(omittingEmptySubsequences: false) { isOwn ? $0 == "+" : $0 == "," || $0 == " " }
        let sides = (isOwn ? parts.first : parts.last)?.split(separator: "x", omittingEmptySubsequences: false) ?? []
        let corner = isOwn ? parts.dropFirst() : parts.dropLast()
        let numbers = (sides + corner).map { $0.allSatisfy { $0.isASCII && $0.isNumber } && !$0.isEmpty ? Int($0) ?? .max : nil }
        guard parts.count == 3, sides.count == 2, let width = numbers[0], let height = numbers[1], let x = numbers[2], let y = numbers[3] else {
            throw wrong(option, text, "give WIDTHxHEIGHT+X+Y in pixels, such as 1280x720+0+100")
        }
        let largest = FrameGeometry.largestSide
        guard (1...largest).contains(width), (1...largest).contains(height) else {
            throw wrong(option, text, "width and height must be from 1 to \(largest) pixels")
        }
        guard max(x, y) <= furthest else { throw wrong(option, text, "X and Y must be at most \(furthest)") }
        return "\(width)x\(height)+\(x)+\(y)"
    }

    private static func whole(_ text: Substring) -> Int? { !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil }

    private static func decimal(_ text: Substring) -> Double? {
        guard text.first?.isNumber == true, text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) else { return nil }
        return Double(text)
    }

    private static func short(_ rate: Int) -> String { rate % 1_000_000 == 0 ? "\(rate / 1_000_000)M" : "\(rate / 1000)k" }

    private static func words(_ span: Duration) -> String {
        let milliseconds = Int(clamping: span.inMilliseconds)
        if milliseconds % 3_600_000 == 0, milliseconds > 0 { return "\(milliseconds / 3_600_000)h" }
        if milliseconds % 60_000 == 0, milliseconds > 0 { return "\(milliseconds / 60_000)m" }
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}
