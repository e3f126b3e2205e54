/// A part of what was told, the oldest first.
public struct EventPage: Codable, Hashable, Sendable {
    public var events: [SessionEvent]
    /// The number of the newest event that there is; 0 before the first. Above the last of `events` when there are more to ask for.
    public var newest: Int
    /// The number of the oldest that is still kept.
    public var oldest: Int

    public init(events: [SessionEvent], newest: Int, oldest: Int) { (self.events, self.newest, self.oldest) = (events, newest, oldest) }

    public var hasMore: Bool { (events.last?.sequence ?? newest) < newest }
}
