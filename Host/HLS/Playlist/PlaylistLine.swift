/// A line of a playlist, with its number for messages.
struct PlaylistLine {
    let number: Int
    /// Without its end, and without spaces behind.
    let bytes: ArraySlice<UInt8>

    func text() throws(HLSError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw HLSError(.notText, "line \(number) is not UTF-8") }
        return text
    }

    func malformed(_ text: String) -> HLSError { HLSError(.malformed, "line \(number): \(text)") }
}
