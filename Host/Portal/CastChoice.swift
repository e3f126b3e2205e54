public import AgentProtocol

/// What to ask the desktop for.
public struct CastChoice: Hashable, Sendable {
    /// Not empty. With several the user chooses among them in the desktop's dialog.
    public var sources: Set<CastSource>
    /// The nearest is taken where the desktop offers less.
    public var cursor: CastCursor
    /// Whether the permission is kept, so that the user is asked once and then never again.
    public var isRestoring: Bool

    public init(sources: Set<CastSource> = [.monitor], cursor: CastCursor = .metadata, isRestoring: Bool = true) {
        (self.sources, self.cursor, self.isRestoring) = (sources, cursor, isRestoring)
    }

    /// For people and file names: "monitor", "monitor+window".
    public var sourceWords: String { sources.sorted().map(\.word).joined(separator: "+") }
}
