import Platform
import Synchronization

/// Between the thread that decodes and the thread that captures: audio that is ready one way, empty blocks the other; and how the source's own
/// times lie among those of its pictures.
final class TrackPipeline: @unchecked Sendable {
    // @unchecked: one thread pushes to each ring, and one pops; the rest is atomic or locked.

    /// Three seconds, which are decoded ahead: more than what lies between a picture and its audio in common files.
    private static let blockCount = 300
    static let bytes = blockCount * TrackBlock.sampleFrames * TrackBlock.channels * MemoryLayout<Float>.size
    /// A file whose audio lies far ahead of its pictures shall not keep these back.
    private static let mostAhead = Duration.seconds(10)
    /// The source's times have jumped.
    private static let jump = Duration.milliseconds(20)

    /// Consumer: the capture thread.
    let ready = SPSCRing<TrackBlock>(capacity: TrackPipeline.blockCount)
    /// Producer: the capture thread.
    private let free = SPSCRing<TrackBlock>(capacity: TrackPipeline.blockCount)
    private let room: Wakeup
    /// No one hears it, or the pictures do not say when they are shown.
    private let isUnheard = Atomic<Bool>(false)
    private let isStopping = Atomic<Bool>(false)
    private let laps = Mutex<[Lap]>([])
    // Of the thread that decodes.
    private var newestPicture: Duration?

    /// One passage through the source.
    private struct Lap {
        let number: Int
        /// From the source's own time to that of the pictures as they are shown.
        var offset: Duration
        /// Of its first picture, as it is shown.
        let start: Duration
    }

    init() throws(SystemError) {
        room = try Wakeup()
        for _ in 0..<Self.blockCount { _ = free.push(TrackBlock()) }
    }

    // MARK: The thread that decodes

    /// An empty block; waits for one as long as the pictures can do without. `nil`: what it was for is not heard.
    @available(*, noasync)
    func takeFree(for time: Duration) -> TrackBlock? {
        while !isUnheard.load(ordering: .acquiring), !isStopping.load(ordering: .acquiring) {
            if let block = free.pop() { return block }
            guard let newestPicture, time - newestPicture < Self.mostAhead else { return nil }
            _ = room.wait()
        }
        return nil
    }

    func hand(_ block: TrackBlock) { _ = ready.push(block) }

    /// A picture of that lap is shown at `placed`, counted from the first.
    /// - Parameter own: in the source's own time; `nil` where it does not say: then its audio has no place.
    func place(lap: Int, own: Duration?, placed: Duration) {
        guard let own else {
            if laps.withLock({ $0.last?.number != lap }) { setHeard(false) }
            return
        }
        newestPicture = own
        let offset = placed - own
        laps.withLock { laps in
            guard let last = laps.last, last.number == lap else {
                laps.append(Lap(number: lap, offset: offset, start: placed))
                // What is ready is of the last two.
                if laps.count > 3 { laps.removeFirst() }
                return
            }
            if last.offset > offset + Self.jump || offset > last.offset + Self.jump { laps[laps.count - 1].offset = offset }
        }
    }

    /// The source begins again.
    func restart() { newestPicture = nil }

    // MARK: The capture thread

    enum Place: Equatable {
        /// Counted from the first picture.
        case at(Duration)
        /// Before the first picture, or behind the last of its lap.
        case nowhere
        /// The lap has no picture yet.
        case unknown
    }

    func place(of block: TrackBlock) -> Place {
        laps.withLock { laps in
            guard let index = laps.firstIndex(where: { $0.number == block.lap }) else {
                return laps.contains { $0.number > block.lap } ? .nowhere : .unknown
            }
            let place = block.time + laps[index].offset
            let isOver = index + 1 < laps.count && place >= laps[index + 1].start
            return place < laps[index].start || isOver ? .nowhere : .at(place)
        }
    }

    func giveBack(_ block: TrackBlock) {
        _ = free.push(block)
        room.signal()
    }

    // MARK: Any thread

    /// Somebody hears it, or no one any more.
    func setHeard(_ isHeard: Bool) {
        isUnheard.store(!isHeard, ordering: .releasing)
        room.signal()
    }

    /// The thread that decodes waits no longer.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        room.signal()
    }
}
