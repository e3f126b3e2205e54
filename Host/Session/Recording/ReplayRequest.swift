import Platform

/// What to save of the replay.
public struct ReplayRequest: Hashable, Sendable {
    public static let shortest = Duration.milliseconds(100)
    /// Of a replay, and so of a clip.
    public static let longest = Duration.seconds(86_400)

    /// A path, as for a recording; an absolute one.
    public var file: String
    /// How much, from the newest back; `nil` for all that is held.
    public var span: Duration?

    public init(_ file: String, last span: Duration? = nil) { (self.file, self.span) = (file, span) }
}
