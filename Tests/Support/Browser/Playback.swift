/// What a `<video>` in a browser is doing at one moment.
public struct Playback: Hashable, Sendable {
    public let currentTime: Duration
    /// Of the decoded picture, pixels; 0 until the first one.
    public let width: Int
    public let height: Int
    public let decodedFrames: Int
    public let droppedFrames: Int
    public let decodedAudioBytes: Int
    public let isPaused: Bool
    /// The element's error in words, empty when there is none.
    public let error: String
}
