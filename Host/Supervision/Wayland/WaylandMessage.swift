/// One message of the Wayland protocol: words of 32 bits in this machine's byte order; the object that it is for or from, then its size in
/// bytes (upper half) and its number within the object's interface (lower half), then the arguments.
struct WaylandMessage {
    static let headerBytes = 8
    /// What the size can say.
    static let longest = 0xFFFF

    /// Whole, as its header says.
    let bytes: UnsafeMutableRawBufferPointer

    var object: UInt32 { word(0) }
    var opcode: UInt32 { word(1) & 0xFFFF }
    var words: Int { bytes.count / 4 }

    /// How long the message is that begins here; `nil` for a length that none has.
    static func length(_ start: UnsafeRawBufferPointer) -> Int? {
        let length = Int(start.loadUnaligned(fromByteOffset: 4, as: UInt32.self) >> 16)
        return length >= headerBytes && length % 4 == 0 ? length : nil
    }

    func word(_ index: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) }

    func set(_ index: Int, to word: UInt32) { bytes.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self) }

    /// A text that begins at this word: its length with the zero at its end, then its bytes, filled up to a word.
    ///
    /// - Returns: the text and the word behind it; `nil` for what is no text.
    func text(at index: Int) -> (text: String, next: Int)? {
        guard index < words else { return nil }
        let (length, start) = (Int(word(index)), (index + 1) * 4)
        guard length > 0, length <= bytes.count - start, bytes[start + length - 1] == 0 else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length - 1])
        guard !content.contains(0) else { return nil }
        return (String(decoding: content, as: UTF8.self), index + 1 + (length + 3) / 4)
    }
}
