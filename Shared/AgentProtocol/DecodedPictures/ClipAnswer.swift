/// What a host answers a process that decodes a clip.
public enum ClipAnswer: UInt8, Hashable, Sendable {
    /// The memory that was asked for: its descriptor comes along.
    case memory = 1
    /// The picture in the memory was taken: it may be written over.
    case taken = 2

    public func encode(into buffer: WireBuffer) {
        buffer.clear()
        buffer.integer(rawValue)
    }

    public init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        guard let answer = ClipAnswer(rawValue: try reader.integer()) else { throw .badValue(field: "answer") }
        self = answer
        try reader.finish()
    }
}
