/// What a player asks of a ladder that this host serves itself.
public struct LadderRequest: Hashable, Sendable {
    public let name: String
    /// `_HLS_msn`, `_HLS_part`: the playlist is to have that segment, or that part of it.
    public var number: Int?
    public var part: Int?
    /// `_HLS_skip`: old segments may be left out.
    public var skips = false

    public init(_ name: String) { self.name = name }
}

/// What it gets.
public enum LadderReply: Sendable {
    case playlist(String)
    case part([UInt8])
    /// A file by its path, which may not be there.
    case file(String)
    case unknown
    /// It asks for what cannot be there soon, or for a part of no segment.
    case refused
    /// What it waited for did not come.
    case late
}
