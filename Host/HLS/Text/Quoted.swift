/// Pieces of a playlist or a predicate in a message of ours: short, and with nothing in them that a terminal would obey.
enum Quoted {
    static func text(_ bytes: some Sequence<UInt8>) -> String { text(String(decoding: Array(bytes.prefix(256)), as: UTF8.self)) }

    static func text(_ text: String) -> String {
        let plain = text.unicodeScalars.prefix(60).map { scalar -> Unicode.Scalar in
            let isControl = scalar.value < 32 || (127..<160).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
            return isControl || (0x2066...0x2069).contains(scalar.value) ? " " : scalar
        }
        return String(String.UnicodeScalarView(plain)) + (text.unicodeScalars.count > 60 ? "…" : "")
    }
}
