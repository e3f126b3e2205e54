import Platform
import Synchronization

/// A bounded ring of stereo sample frames between one writer thread and one reader thread, without locks.
///
/// Samples travel in blocks that carry the capture time of their first sample frame, so that the reader can relate
/// positions to the clock. A block that does not fit is dropped whole and counted: its absence shows as a jump in time,
/// which the follower repairs. Neither side allocates or waits.
final class SampleRing: @unchecked Sendable {
    // @unchecked: `samples` and `blocks` are shared, but each element belongs to one side at a time, as the counters say.
    private let samples: UnsafeMutablePointer<Float>
    private let blocks: UnsafeMutablePointer<SampleBlock>
    private let sampleMask: Int
    private let blockMask: Int
    /// Blocks published so far; written by the writer alone.
    private let published = Atomic<Int>(0)
    /// Blocks dequeued so far, and the position up to which their samples are free again; written by the reader alone.
    private let dequeued = Atomic<Int>(0)
    private let freed = Atomic<Int64>(0)
    private let dropped = Atomic<Int>(0)
    /// Position of the next sample frame; the writer's own.
    private var end: Int64 = 0

    /// Both capacities are rounded up to a power of two. The default holds 0.68 s in at most 256 blocks.
    init(capacitySampleFrames: Int = 32_768, capacityBlocks: Int = 256) {
        sampleMask = Self.powerOfTwo(atLeast: capacitySampleFrames) - 1
        blockMask = Self.powerOfTwo(atLeast: capacityBlocks) - 1
        samples = .allocate(capacity: (sampleMask + 1) * AudioFormat.channels)
        samples.initialize(repeating: 0, count: (sampleMask + 1) * AudioFormat.channels)
        blocks = .allocate(capacity: blockMask + 1)
        blocks.initialize(repeating: SampleBlock(position: 0, sampleFrames: 0, capturedAt: .zero), count: blockMask + 1)
    }

    deinit {
        samples.deallocate()
        blocks.deallocate()
    }

    /// Sample frames that found no room. Any thread.
    var droppedSampleFrames: Int { dropped.load(ordering: .relaxed) }

    /// Writer only. `source` is interleaved stereo; `nil` is silence (a hole in the stream).
    /// False when the block was dropped for want of room.
    @discardableResult
    func write(_ source: UnsafePointer<Float>?, sampleFrames: Int, capturedAt: MediaTime) -> Bool {
        guard sampleFrames > 0 else { return true }
        let index = published.load(ordering: .relaxed)
        // SYNC POINT samples-free: an element is written only after the reader has copied it.
        let room = sampleMask + 1 - Int(end - freed.load(ordering: .acquiring))
        guard sampleFrames <= room, index - dequeued.load(ordering: .acquiring) <= blockMask else {
            dropped.wrappingAdd(sampleFrames, ordering: .relaxed)
            return false
        }
        let at = Int(end) & sampleMask
        let first = min(sampleFrames, sampleMask + 1 - at)
        copy(source, count: first, to: at)
        copy(source.map { $0 + first * AudioFormat.channels }, count: sampleFrames - first, to: 0)
        blocks[index & blockMask] = SampleBlock(position: end, sampleFrames: sampleFrames, capturedAt: capturedAt)
        end += Int64(sampleFrames)
        // SYNC POINT block-published
        published.store(index + 1, ordering: .releasing)
        return true
    }

    /// Reader only. Dequeues the oldest block and hands its samples over in one or two interleaved pieces that are valid
    /// within `body` only. `nil` when there is none.
    func dequeueBlock(_ body: (UnsafeBufferPointer<Float>) -> Void) -> SampleBlock? {
        let index = dequeued.load(ordering: .relaxed)
        // SYNC POINT block-published: a block and its samples are read only after the writer has filled them.
        guard index < published.load(ordering: .acquiring) else { return nil }
        let block = blocks[index & blockMask]
        let at = Int(block.position) & sampleMask
        let first = min(block.sampleFrames, sampleMask + 1 - at)
        body(UnsafeBufferPointer(start: samples + at * AudioFormat.channels, count: first * AudioFormat.channels))
        if first < block.sampleFrames {
            body(UnsafeBufferPointer(start: samples, count: (block.sampleFrames - first) * AudioFormat.channels))
        }
        // SYNC POINT samples-free
        freed.store(block.position + Int64(block.sampleFrames), ordering: .releasing)
        dequeued.store(index + 1, ordering: .releasing)
        return block
    }

    private func copy(_ source: UnsafePointer<Float>?, count: Int, to at: Int) {
        guard count > 0 else { return }
        let target = samples + at * AudioFormat.channels
        if let source {
            target.update(from: source, count: count * AudioFormat.channels)
        } else {
            target.update(repeating: 0, count: count * AudioFormat.channels)
        }
    }

    private static func powerOfTwo(atLeast count: Int) -> Int {
        var size = 1
        while size < count { size *= 2 }
        return size
    }
}
