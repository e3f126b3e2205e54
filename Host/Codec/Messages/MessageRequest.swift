/// What to send to the receivers of the stream, and how often.
public struct MessageRequest: Hashable, Sendable {
    public static let repeatRange = 1...10_000
    public static let longestDelay = Duration.seconds(600)

    public var text: String
    /// Pictures that carry it: receivers may join late, or lose some, and drop what they know already.
    public var repeats: Int
    /// Before the first of them.
    public var delay: Duration
    /// Key frames alone carry it, which no target ever drops.
    public var isForKeyframesAlone: Bool

    public init(text: String, repeats: Int = 1, delay: Duration = .zero, isForKeyframesAlone: Bool = false) {
        (self.text, self.repeats, self.delay, self.isForKeyframesAlone) = (text, repeats, delay, isForKeyframesAlone)
    }

    /// What is wrong with it, and the right form; `nil` when nothing is.
    public var problem: String? {
        let bytes = text.utf8.count
        if bytes == 0 { return "the message is empty: give a text, such as '{\"quiz\":1}'" }
        if bytes > StreamMessage.longestBytes { return "\(bytes) bytes are too long for a message: \(StreamMessage.longestBytes) at most" }
        if text.unicodeScalars.contains(where: { $0.value < 32 && $0.value != 9 && $0.value != 10 || (127..<160).contains($0.value) }) {
            return "the message holds a control character: give plain text; tabs and new lines are allowed"
        }
        if !Self.repeatRange.contains(repeats) {
            return "a message can be repeated from \(Self.repeatRange.lowerBound) to \(Self.repeatRange.upperBound) times, not \(repeats)"
        }
        if delay < .zero || delay > Self.longestDelay { return "a message can be delayed by 10 minutes at most" }
        return nil
    }
}
