/// What a process that encodes is told after it was opened, in a message of a fixed length.
struct EncoderCommand: Hashable {
    enum Kind: Int64 { case encode = 1, flush }

    var kind: Kind
    /// Of the picture that lies in the memory.
    var ticks: Int64 = 0
    var isKeyframe = false
    /// From this picture on; 0 for what the encoder was opened with.
    var bitsPerSecond = 0
    /// How much longer pictures last than the frame rate says.
    var stretch = 1.0

    static let mark: Int64 = 0x5343_454E_4301

    init(_ kind: Kind) { self.kind = kind }

    var words: [Int64] { [Self.mark, kind.rawValue, ticks, isKeyframe ? 1 : 0, Int64(bitsPerSecond), Int64(bitPattern: stretch.bitPattern)] }

    /// - Throws: `.library` for a message that is none.
    init(_ message: UnsafeRawBufferPointer) throws(CodecError) {
        let words = try MessageFields(message, mark: Self.mark)
        guard words.count == 6, let kind = Kind(rawValue: words[1]), (0...1).contains(words[3]), (0...Int64(Int32.max)).contains(words[4]) else {
            throw MessageFields.wrong
        }
        let stretch = Double(bitPattern: UInt64(bitPattern: words[5]))
        guard stretch.isFinite, (0...1_000_000).contains(stretch) else { throw MessageFields.wrong }
        (self.kind, ticks, isKeyframe, bitsPerSecond, self.stretch) = (kind, words[2], words[3] == 1, Int(words[4]), stretch)
    }
}
