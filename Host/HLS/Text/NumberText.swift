/// Numbers of playlists (RFC 8216bis, section 4.2): decimal digits, with a point or without one; nothing else.
enum NumberText {
    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

    /// `nil` for no digits, anything else among them, and above `PlaylistLimits.largestNumber`.
    static func integer(_ bytes: some Sequence<UInt8>) -> Int? {
        var (value, count) = (0, 0)
        for byte in bytes {
            guard byte &- 48 < 10, count < 16 else { return nil }
            value = value * 10 + Int(byte - 48)
            count += 1
        }
        return count > 0 && value <= PlaylistLimits.largestNumber ? value : nil
    }

    static func integer(_ text: String) -> Int? { integer(text.utf8) }

    /// Not negative; `nil` for what is no number, and for one that no playlist needs (20 digits and more).
    static func decimal(_ bytes: some Sequence<UInt8>) -> Double? {
        var (value, places, count, hasPoint) = (0, 0, 0, false)
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard !hasPoint else { return nil }
                hasPoint = true
                continue
            }
            guard byte &- 48 < 10 else { return nil }
            count += 1
            // What stands behind the 15th digit is below what a floating-point number holds, and what is below a nanosecond is not written.
            if count > 15 || places == 9 {
                guard hasPoint, count < 40 else { return nil }
                continue
            }
            value = value * 10 + Int(byte - 48)
            if hasPoint { places += 1 }
        }
        return count > 0 ? Double(value) / powers[places] : nil
    }

    static func decimal(_ text: String) -> Double? { decimal(text.utf8) }

    /// A number that may be negative, as TIME-OFFSET.
    static func signed(_ text: String) -> Double? {
        text.utf8.first == UInt8(ascii: "-") ? decimal(text.utf8.dropFirst()).map { -$0 } : decimal(text.utf8)
    }

    /// As playlists have it: without an exponent, without `.0`.
    static func text(_ value: Double) -> String {
        if let whole = Int(exactly: value) { return "\(whole)" }
        let scaled = Int(clamping: (abs(value) * 1e9).rounded())
        var places = String(scaled % 1_000_000_000)
        places = String(repeating: "0", count: 9 - places.utf8.count) + places
        while places.hasSuffix("0") { places.removeLast() }
        return (value < 0 ? "-" : "") + "\(scaled / 1_000_000_000)" + (places.isEmpty ? "" : "." + places)
    }
}
