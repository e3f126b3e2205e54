/// Keys that the desktop is asked for.
public struct DesktopShortcut: Hashable, Sendable {
    /// By which it is known again; letters, digits and what stands in names.
    public let id: String
    /// What the desktop shows.
    public let title: String
    /// What is asked for, as `CTRL+ALT+m`; the user may choose other keys.
    public let trigger: String

    public init(id: String, title: String, trigger: String) { (self.id, self.title, self.trigger) = (id, title, trigger) }
}
