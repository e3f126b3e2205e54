import Platform

/// When to renegotiate a cast that sends nothing. A value: it is told the stream's state and the time, and says what to do.
///
/// A screen on which nothing moves sends nothing, and neither does a cast that is stuck: this end cannot tell which. To renegotiate
/// costs a still screen next to nothing and starts a stuck cast again, so it is done, ever more rarely, and neither viewers nor
/// the host notice. Never while it would lose a picture that the host has not got.
///
/// What gets casts stuck, as a rule: PipeWire hands the buffers of a node on from one stream to the next, and a client that left
/// while holding one took it along (xdg-desktop-portal-wlr is then "out of buffers" for good). So a stream that finds buffers
/// in use asks for new ones at once.
struct SilenceWatch {
    static let beforeFirstPicture = Duration.milliseconds(500)
    static let afterPictures = Duration.seconds(10)
    static let longest = Duration.seconds(300)
    /// How long until the next look where a picture is in the way.
    static let postponement = Duration.seconds(1)

    /// What can be seen of a stream.
    struct Sight: Hashable {
        var isStreaming: Bool
        /// How many buffers have come so far, with or without a picture.
        var arrivals: UInt64
        /// Others had pictures in its buffers before.
        var hasUsedBuffers: Bool
        /// It has a picture that the host has not got.
        var holdsUnsent: Bool
    }

    /// When to look again though nothing came; `nil` for never.
    private(set) var deadline: MediaTime?
    private var patience = SilenceWatch.beforeFirstPicture
    private var arrivals: UInt64 = 0
    private var hasAskedForNew = false

    /// - Returns: whether to renegotiate now.
    mutating func look(_ sight: Sight, at now: MediaTime) -> Bool {
        guard sight.isStreaming else {
            deadline = nil
            return false
        }
        if sight.arrivals != arrivals { (arrivals, patience, deadline) = (sight.arrivals, Self.afterPictures, now + Self.afterPictures) }
        guard let deadline else {
            self.deadline = now + patience
            return look(sight, at: now)
        }
        if sight.hasUsedBuffers, !hasAskedForNew, !sight.holdsUnsent {
            hasAskedForNew = true
            return true
        }
        guard now >= deadline else { return false }
        guard !sight.holdsUnsent else {
            self.deadline = now + Self.postponement
            return false
        }
        patience = min(patience * 2, Self.longest)
        self.deadline = now + patience
        return true
    }
}
