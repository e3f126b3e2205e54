public import Platform

/// Something that happened around a broadcast, as it is kept, published and shown. Field names are part of the interface: add,
/// never rename. `Shared/EVENTS.md` is the page for those who read it.
public struct SessionEvent: Codable, Hashable, Sendable {
    /// From 1, without a gap, in the order in which things were told.
    public var sequence: Int
    /// By the wall clock, UTC: "2026-11-21T21:54:47.123Z".
    public var time: String
    /// By the monotonic clock of this machine, as all media times.
    public var monotonicSeconds: Double
    /// An `EventCode`; a program of an earlier version may meet ones that it does not know.
    public var code: String
    public var severity: EventSeverity
    /// The target that it is about, as `status` numbers it.
    public var target: Int?
    /// The agent that it is about, as `agents` numbers it.
    public var agent: UInt32?
    /// One line for people, without secrets.
    public var words: String
    /// What to do about it; absent where there is nothing to do.
    public var remedy: String?
    /// What the words say, for programs.
    public var fields: [String: EventField]

    public var monotonicTime: MediaTime { MediaTime(nanoseconds: Int64(clamping: monotonicSeconds * 1e9)) }
}
