import AppGroup
import Synchronization

/// The sources that agents may deliver to, the screen first. Any thread.
final class SourceList: Sendable {
    private let feeds: Mutex<[SourceFeed]>

    init(_ names: [SourceName]) { feeds = Mutex(names.map(SourceFeed.init)) }

    var all: [SourceFeed] { feeds.withLock { $0 } }

    /// `nil` where there is none of this name.
    func feed(_ name: SourceName) -> SourceFeed? { feeds.withLock { feeds in feeds.first { $0.name == name } } }

    /// The one of this name, made if there is none yet.
    func add(_ name: SourceName) -> SourceFeed {
        feeds.withLock { feeds in
            if let found = feeds.first(where: { $0.name == name }) { return found }
            let feed = SourceFeed(name)
            feeds.append(feed)
            return feed
        }
    }

    func remove(_ name: SourceName) { feeds.withLock { $0.removeAll { $0.name == name } } }

    /// For people: "screen or cam".
    var text: String { all.map(\.name.text).joined(separator: ", ") }
}
