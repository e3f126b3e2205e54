/// Makes one line of what others wrote, with nothing in it that would tell a terminal to do something, nor to show it in another order.
public enum PlainText {
    /// `text` with a space for each control character (C0, DEL, C1), each separator of lines, and each control of direction that reaches beyond
    /// its own character.
    public static func of(_ text: some StringProtocol) -> String {
        guard !isPlain(text) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// Whether there is none of those in it.
    public static func isPlain(_ text: some StringProtocol) -> Bool { !text.unicodeScalars.contains(where: isControl) }

    /// JSON with such characters written as \u…, which means the same. Those below 32 stand in no string of JSON as they are.
    public static func ofJSON(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) && $0.value >= 32 }) else { return text }
        return text.unicodeScalars.reduce(into: "") { made, scalar in
            guard isControl(scalar), scalar.value >= 32 else { return made.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16)
            made += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || (127..<160).contains(scalar.value) || isLayout(scalar) }

    /// Line and paragraph separator, embeddings and overrides; isolates.
    private static func isLayout(_ scalar: Unicode.Scalar) -> Bool {
        (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
