/// Makes one line of what others wrote, with nothing in it that would tell a terminal to do something.
public enum PlainText {
    /// `text` with a space for each control character, C0, DEL and C1.
    public static func of(_ text: some StringProtocol) -> String {
        guard !isPlain(text) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    /// Whether there is no control character in it.
    public static func isPlain(_ text: some StringProtocol) -> Bool { !text.unicodeScalars.contains(where: isControl) }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 32 || (127..<160).contains(scalar.value) }
}
