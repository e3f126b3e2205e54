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

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || (127..<160).contains(scalar.value) || isLayout(scalar) }

    /// Line and paragraph separator, embeddings and overrides; isolates.
    private static func isLayout(_ scalar: Unicode.Scalar) -> Bool {
        (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
