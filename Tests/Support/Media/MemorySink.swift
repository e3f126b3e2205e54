public import Codec

/// Collects a muxer's bytes.
public final class MemorySink: ByteSink {
    public private(set) var bytes: [UInt8] = []
    public let isSeekable: Bool
    private var position = 0

    public init(isSeekable: Bool = true) { self.isSeekable = isSeekable }

    public func write(_ piece: UnsafeRawBufferPointer) throws {
        let end = position + piece.count
        if end > bytes.count { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
        bytes.replaceSubrange(position..<end, with: piece)
        position = end
    }

    public func seek(toByte offset: Int) throws { position = offset }
}
