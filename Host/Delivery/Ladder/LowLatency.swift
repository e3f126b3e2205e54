public import Platform

/// How a ladder is cut for players that are close behind (RFC 8216bis, 4.4.4 and B): segments come in parts. A value.
public struct LowLatency: Hashable, Sendable {
    /// What a part lasts at least, whole pictures of it.
    let part: Duration
    /// What no part is longer than; of that, parts must last 85 % at least. A picture that comes late has its place in between.
    let target: Duration

    /// - Parameter framesPerSecond: of the picture, which comes at this rate whether something changes or not.
    public init(framesPerSecond: FrameRate) {
        let frames = max(1, (0.2 * framesPerSecond.perSecond).rounded())
        part = .nanoseconds(Int64(clamping: frames * 1e9 / framesPerSecond.perSecond))
        target = part * (1 / Self.least)
    }

    private static let least = 0.86

    /// How far behind players stay: three parts (4.4.3.8).
    var holdBack: Duration { target * 3 }

    /// Whether a part that began at `start` ends where the next packet begins.
    func ends(_ start: MediaTime, before next: MediaTime) -> Bool { next - start >= part - .milliseconds(1) }
}
