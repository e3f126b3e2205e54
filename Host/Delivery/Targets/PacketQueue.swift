import Codec
import Platform
import Synchronization

/// A target's queue: bounded in bytes, seconds and packets. Full, it drops pictures up to the next key frame;
/// without pictures, audio until half of it is free: one gap instead of many.
///
/// What the target's selection leaves out is not dropped: no one expected it. `offer` belongs to the threads that hand packets on, one at a
/// time; `dequeue`, `open` and `close` to the target's; the rest to anyone.
final class PacketQueue: Sendable {
    /// What became of an offered packet.
    enum Verdict: Hashable {
        case taken
        /// The target is not connected, waits for its first key frame, or gets a part of the stream alone: nothing is lost.
        case ignored
        case dropped
        /// Dropped although there is room again: a key frame would let the stream go on.
        case awaitsKeyframe
    }

    private let ring: SPSCRing<Packet>
    private let spanLimit: Duration
    private let byteLimit: Int
    private let bytes = Atomic<Int>(0)
    private let head = Atomic<Int64>(0)
    private let tail = Atomic<Int64>(0)
    /// Odd while the target is connected; changes with every connection.
    private let epoch = Atomic<Int>(0)
    private let wantedSelection = Atomic<UInt8>(StreamSelection.everything.rawValue)
    private let pictures = Atomic<Int>(0)
    private let audioPackets = Atomic<Int>(0)
    private let wakeup: Wakeup
    private let hasVideo: Bool
    // --- who offers, one at a time
    private let offering = Offering()

    private final class Offering: @unchecked Sendable {
        // @unchecked: touched by who offers alone, one at a time.
        var epoch = 0
        var needsKeyframe = false
        var isStarting = false
        /// Without pictures: it was full, and is not half empty yet.
        var isOverfull = false
        /// Pictures were left out since the last one that was taken.
        var isReduced = false
    }

    init(span: Duration, bytes: Int, hasVideo: Bool, audioStreams: Int = 1, waking wakeup: Wakeup) {
        // 240 pictures a second at most, and 94 packets of each audio.
        ring = SPSCRing(capacity: max(64, Int(clamping: span.inSeconds * Double(246 + 94 * audioStreams))))
        (spanLimit, byteLimit, self.hasVideo, self.wakeup) = (span, bytes, hasVideo, wakeup)
    }

    var queuedBytes: Int { bytes.load(ordering: .relaxed) }
    var droppedPictures: Int { pictures.load(ordering: .relaxed) }
    var droppedSounds: Int { audioPackets.load(ordering: .relaxed) }

    /// From the next picture on; back to everything it begins with a key frame.
    var selection: StreamSelection {
        get { StreamSelection(rawValue: wantedSelection.load(ordering: .relaxed)) ?? .everything }
        set { wantedSelection.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Media time between the oldest and the newest waiting packet.
    var queued: Duration {
        guard ring.count > 0 else { return .zero }
        return .nanoseconds(max(0, tail.load(ordering: .relaxed) - head.load(ordering: .relaxed)))
    }

    func offer(_ packet: Packet) -> Verdict {
        // SYNC POINT queue-epoch: what the target took out before it opened is gone.
        let now = epoch.load(ordering: .acquiring)
        if now != offering.epoch {
            offering.epoch = now
            (offering.needsKeyframe, offering.isStarting, offering.isOverfull, offering.isReduced) = (hasVideo, hasVideo, false, false)
        }
        guard now & 1 == 1 else { return .ignored }
        if offering.isStarting && !(packet.kind == .video && packet.isKeyframe) { return .ignored }
        // Whatever is selected, a container begins with a picture.
        if packet.kind == .video, !offering.isStarting, isLeftOut(packet) {
            offering.isReduced = true
            return .ignored
        }
        if packet.kind == .video && offering.needsKeyframe && !packet.isKeyframe { return drop(packet) }
        // What a decoder has is older than what this picture builds on.
        if packet.kind == .video && offering.isReduced && !packet.isKeyframe { return .awaitsKeyframe }
        if offering.isOverfull {
            guard isHalfFree else { return drop(packet) }
            offering.isOverfull = false
        }
        guard fits(packet) else { return drop(packet) }
        bytes.add(packet.byteCount, ordering: .relaxed)
        tail.store(packet.dts.nanoseconds, ordering: .relaxed)
        if ring.count == 0 { head.store(packet.dts.nanoseconds, ordering: .relaxed) }
        guard ring.push(packet) else {
            bytes.subtract(packet.byteCount, ordering: .relaxed)
            return drop(packet)
        }
        if packet.kind == .video { (offering.needsKeyframe, offering.isStarting, offering.isReduced) = (false, false, false) }
        wakeup.signal()
        return .taken
    }

    func dequeue() -> Packet? {
        guard let packet = ring.pop() else { return nil }
        bytes.subtract(packet.byteCount, ordering: .relaxed)
        head.store(packet.dts.nanoseconds, ordering: .relaxed)
        return packet
    }

    /// Empties the queue and lets packets in, from a key frame on.
    func open() {
        while dequeue() != nil {}
        // SYNC POINT queue-epoch
        epoch.add(1, ordering: .releasing)
    }

    /// Lets nothing in any more. Does nothing when closed.
    func close() {
        if epoch.load(ordering: .relaxed) & 1 == 1 { epoch.add(1, ordering: .releasing) }
    }

    private func isLeftOut(_ packet: Packet) -> Bool {
        switch selection {
        case .everything: false
        case .keyframes: !packet.isKeyframe
        case .sound: true
        }
    }

    private var isHalfFree: Bool { queuedBytes * 2 <= byteLimit && queued * 2 <= spanLimit }

    private func fits(_ packet: Packet) -> Bool {
        guard ring.count > 0 else { return true }
        return bytes.load(ordering: .relaxed) + packet.byteCount <= byteLimit
            && packet.dts.nanoseconds - head.load(ordering: .relaxed) <= spanLimit.inNanoseconds
    }

    private func drop(_ packet: Packet) -> Verdict {
        if packet.kind == .video {
            offering.needsKeyframe = true
            pictures.add(1, ordering: .relaxed)
            // Not before half of it is free: else a link that is too slow would keep the encoder at key frames.
            return isHalfFree ? .awaitsKeyframe : .dropped
        } else {
            offering.isOverfull = !hasVideo
            audioPackets.add(1, ordering: .relaxed)
            return .dropped
        }
    }
}
