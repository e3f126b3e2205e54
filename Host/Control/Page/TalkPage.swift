/// A talk that was fetched, as a browser sees it.
public struct TalkPage: Hashable, Sendable {
    public var title: String
    /// Where its files lie, each in a folder of this one, or beside these.
    public var folder: String
    /// The playlist that is played first, in `folder`.
    public var playlist: String
    /// A picture's file, in `folder`.
    public var artwork: String?

    public init(title: String, folder: String, playlist: String, artwork: String?) {
        (self.title, self.folder, self.playlist, self.artwork) = (title, folder, playlist, artwork)
    }
}
