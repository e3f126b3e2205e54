/// Something in a received stream that a viewer's player may stumble over, and where.
public struct Irregularity: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Sendable {
        /// A place on the grid of presentation times without a picture, while others follow each other.
        case missingPicture
        /// A presentation time beside the grid.
        case latePicture
        /// Times that do not rise.
        case disorder
        /// A key frame where none was due.
        case extraKeyframe
        /// Two AAC frames that do not follow each other by exactly 1,024 samples.
        case soundStep
        /// A click, a hole or a broken phase in what should be a steady tone.
        case toneBreak
        /// A picture of a screen that has been replaced.
        case oldScreen
        /// A picture much older or younger than its time says.
        case wrongAge
        /// The same picture as the one before, where the screen moved on.
        case repeatedPicture
        /// A picture without a whole stamp.
        case unreadable
    }

    public let kind: Kind
    /// From the start of the recording.
    public let position: Duration
    public let words: String

    init(_ kind: Kind, at position: Duration, _ words: String) { (self.kind, self.position, self.words) = (kind, position, words) }

    func moved(by span: Duration) -> Irregularity { Irregularity(kind, at: position + span, words) }

    public var description: String { "\(kind.rawValue) at \(Int(position.inMilliseconds)) ms: \(words)" }
}

extension [Irregularity] {
    public func count(of kind: Irregularity.Kind) -> Int { count { $0.kind == kind } }

    /// Those that lie in one of `spans`.
    public func within(_ spans: [ClosedRange<Duration>]) -> [Irregularity] { filter { found in spans.contains { $0.contains(found.position) } } }

    public func outside(_ spans: [ClosedRange<Duration>]) -> [Irregularity] { filter { found in !spans.contains { $0.contains(found.position) } } }
}
