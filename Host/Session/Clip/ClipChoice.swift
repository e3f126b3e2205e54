import Platform

/// A clip for viewers to see while nothing can be captured: a file of this machine, or a part of it, again and again.
public struct ClipChoice: Hashable, Sendable {
    /// What is held in memory for each encoding.
    public static let longest = Duration.seconds(60)

    /// Absolute.
    public let path: String
    /// From the file's start; `nil` for its own start and end.
    public var from: Duration?
    public var to: Duration?
    /// Pictures beyond the last whole GOP are left out; else the last one is repeated until that is whole.
    public var isTrimmed: Bool

    public init(_ path: String, from: Duration? = nil, to: Duration? = nil, isTrimmed: Bool = false) {
        (self.path, self.from, self.to, self.isTrimmed) = (path, from, to, isTrimmed)
    }

    /// What is wrong with it, and the right form; `nil` when nothing is that can be told without the file.
    public var problem: String? {
        if path.contains("://") { return "a clip is a file of this machine, played again and again: record a part of what is live, and give that" }
        guard path.hasPrefix("/") else { return "'\(path)' is no absolute path, such as /videos/away.mp4" }
        let start = from ?? .zero
        guard start >= .zero, start <= .seconds(86_400) else { return "a clip begins 0 s to 24 h after the start of its file" }
        guard let to else { return nil }
        guard to > start else { return "a clip ends after it begins: give a later end, or an earlier start" }
        guard to - start <= Self.longest else { return Self.tooLong }
        return nil
    }

    static var tooLong: String { "a clip has at most \(Int(clamping: longest.inSeconds)) s: give a part of it" }
}
