/// Text of an address, in which `%20` stands for a space.
package enum PercentText {
    /// `nil` where a `%` is not followed by two hexadecimal digits, or what comes out is no UTF-8.
    package static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// What an HTTP request line takes: printable ASCII as it is, everything else as `%XX`.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if byte > 32, byte < 127 { encoded.unicodeScalars.append(Unicode.Scalar(byte)) } else { encoded += "%" + hexadecimal(byte) }
        }
        return encoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
