public import Platform

/// What a rate controller wants done: with the encoder, with single targets, and what people should hear.
public struct RateDecision: Sendable, Hashable {
    /// For the encoder. On degradation levels below the top it may lie below the user's floor.
    public let bitRate: Int
    public let level: DegradationLevel
    /// `nil` for all; also on degradation levels below the one that lowered it.
    public let mostFramesPerSecond: FrameRate?
    /// Targets of lesser importance that are to get key frames and audio alone.
    public let keyframesOnly: Set<Int>
    public let encoder: EncoderFollow.Verdict
    /// Tell the encoder, although it was told this bit rate before: it did not follow.
    public let repeatsBitRate: Bool
    /// The important target that had the least.
    public let governing: Int?
    public let events: [LinkEvent]
}

/// What people should know about links, once each time it begins.
public enum LinkEvent: Sendable, Hashable {
    /// A target's link carries less than the stream is worth, or seconds wait in front of it.
    case poor(target: Int?, bitRate: Int)
    case recovered(bitRate: Int)
    case level(from: DegradationLevel, to: DegradationLevel)
    case keyframesOnly(target: Int)
    case allFrames(target: Int)
    case encoder(EncoderFollow.Verdict, bitRate: Int, encoded: Int)
}
