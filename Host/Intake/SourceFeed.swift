public import AppGroup
import Platform
import Synchronization

/// What comes of one source: the newest frame of its live agent, and that agent's pointer and focused window.
///
/// Written by the intake thread, read by the canvas's thread; neither waits.
public final class SourceFeed: Sendable {
    public let name: SourceName
    public let pointer = PointerFeed()
    public let focus = FocusFeed()
    let frames = NewestBox<IncomingFrame>()
    /// The first frame was taken; and the thread that took it has come back for another.
    private let isTaken = Atomic<Bool>(false)
    private let followed = Atomic<Bool>(false)

    private let withdrawn = Atomic<UInt64>(0)

    init(_ name: SourceName) { self.name = name }

    /// The newest frame, once. The canvas's thread only.
    public func takeFrame() -> IncomingFrame? {
        if isTaken.load(ordering: .relaxed) { followed.store(true, ordering: .relaxed) }
        guard let frame = frames.take() else { return nil }
        isTaken.store(true, ordering: .relaxed)
        return frame
    }

    /// Whether frames are taken as they come: false until the first was taken and the next asked for.
    var isFollowed: Bool { followed.load(ordering: .relaxed) }

    /// Goes up whenever frames that were taken are to be let go of: their memory is wanted, or their agent has left. Any thread.
    public var withdrawals: UInt64 { withdrawn.load(ordering: .acquiring) }

    /// Nothing that came so far is shown any more. The intake thread only.
    func withdraw() {
        _ = frames.withdraw()
        release()
    }

    /// What was taken is let go of. The intake thread only.
    func release() { withdrawn.add(1, ordering: .releasing) }
}
