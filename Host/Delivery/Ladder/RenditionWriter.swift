import Codec
import Platform

/// The bytes of one muxer after the other: those of a header are kept, those of a segment go to the store and are counted.
final class RenditionWriter: ByteSink {
    var deadline = MediaTime.zero
    /// Of the segment that is written.
    private(set) var byteCount = 0
    private(set) var header: [UInt8] = []
    private var isHeader = false
    /// Since the last part was taken.
    private var part: [UInt8] = []
    private let keepsParts: Bool
    private let store: any SegmentStore

    /// - Parameter keepsParts: what goes to the store is kept until `takePart`.
    init(_ store: any SegmentStore, keepsParts: Bool = false) { (self.store, self.keepsParts) = (store, keepsParts) }

    var isSeekable: Bool { false }

    func beginHeader() { (isHeader, header) = (true, []) }

    func beginSegment() { (isHeader, byteCount, part) = (false, 0, []) }

    /// What was written since the segment began or the last part was taken.
    func takePart() -> [UInt8] {
        defer { part = [] }
        return part
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard !isHeader else {
            header += bytes
            return
        }
        try store.write(bytes, until: deadline)
        byteCount += bytes.count
        if keepsParts { part += bytes }
    }

    func seek(toByte offset: Int) throws {}
}
