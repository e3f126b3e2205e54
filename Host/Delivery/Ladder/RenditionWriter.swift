import Codec
import Platform

/// The bytes of one muxer after the other: those of a header are kept, those of a segment go to the store and are counted.
final class RenditionWriter: ByteSink {
    var deadline = MediaTime.zero
    /// Of the segment that is written.
    private(set) var byteCount = 0
    private(set) var header: [UInt8] = []
    private var isHeader = false
    private let store: any SegmentStore

    init(_ store: any SegmentStore) { self.store = store }

    var isSeekable: Bool { false }

    func beginHeader() { (isHeader, header) = (true, []) }

    func beginSegment() { (isHeader, byteCount) = (false, 0) }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard !isHeader else {
            header += bytes
            return
        }
        try store.write(bytes, until: deadline)
        byteCount += bytes.count
    }

    func seek(toByte offset: Int) throws {}
}
