import Frames
import Platform

/// The live agent's frames on their way to the picture: the newest alone, never more than the frame rate asked for. Intake thread only.
struct PacedFrames: ~Copyable {
    private let box: NewestBox<IncomingFrame>
    private var pacing: NoticePacing
    /// One that came sooner than the frame rate allows.
    private var early: IncomingFrame?
    private var earlyDue = MediaTime.zero
    /// The canvas misses more than the next frame's damage says.
    private var mustRepaint = true
    private var superseded: UInt64 = 0

    init(into box: NewestBox<IncomingFrame>, milliFramesPerSecond: UInt32, at now: MediaTime) {
        self.box = box
        pacing = NoticePacing(milliFramesPerSecond: milliFramesPerSecond, at: now)
    }

    mutating func change(milliFramesPerSecond: UInt32, at now: MediaTime) { pacing.change(milliFramesPerSecond: milliFramesPerSecond, at: now) }

    /// Another agent's frames come from now on.
    mutating func restart(at now: MediaTime) {
        pacing.restart(at: now)
        forget()
    }

    /// What waits is not shown; the next frame paints all of the canvas anew.
    mutating func forget() {
        early = nil
        mustRepaint = true
    }

    /// Accepts the next frame; call `advance` then.
    ///
    /// - Returns: how many a second come, once, if they are too many.
    mutating func add(_ frame: consuming IncomingFrame, at now: MediaTime) -> Int? {
        if mustRepaint { (frame.continuesPrevious, mustRepaint) = (false, false) }
        if let unseen = early.take() {
            superseded += 1
            frame.merge(unseen)
        }
        early = consume frame
        earlyDue = pacing.due(at: now)
        return pacing.noticed(at: now)
    }

    /// Posts what is due, merged with what was posted and not taken.
    ///
    /// - Parameter isFollowed: false while the encoder is opened for the first frame: what is replaced meanwhile could not be seen by
    ///   anyone, and is not counted.
    /// - Returns: whether something was posted.
    mutating func advance(to now: MediaTime, isFollowed: Bool) -> Bool {
        guard now >= earlyDue, var frame = early.take() else { return false }
        pacing.shown()
        if let unseen = box.withdraw() {
            if isFollowed { superseded += 1 }
            frame.merge(unseen)
        }
        if !frame.continuesPrevious { frame.damage = Damage(PixelRectangle(of: frame.geometry.size)) }
        box.post(frame)
        return true
    }

    /// When `advance` will post; `nil` while nothing waits.
    var deadline: MediaTime? { early == nil ? nil : earlyDue }

    /// How many frames were merged into later ones since the last call.
    mutating func takeSuperseded() -> UInt64 {
        defer { superseded = 0 }
        return superseded
    }
}
