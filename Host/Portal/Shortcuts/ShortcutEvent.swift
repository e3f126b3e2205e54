/// What a desktop tells of shortcuts.
public enum ShortcutEvent: Hashable, Sendable {
    /// So many are bound.
    case ready(Int)
    case unavailable(why: String)
    case pressed(String)
    case released(String)
}
