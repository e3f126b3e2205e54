/// What the next run of an agent has to know of the window that this one captures: another one of its class is taken once it is gone.
struct WindowNote: Hashable {
    let id: UInt32
    let instance: String
    let className: String

    init(_ window: X11Window) { (id, instance, className) = (window.id, window.instance, window.className) }

    /// `nil` for what was not written by `text`.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 3, let id = UInt32(lines[0]) else { return nil }
        (self.id, instance, className) = (id, lines[1], lines[2])
    }

    /// Names have no line breaks: `ForeignText`.
    var text: String { "\(id)\n\(instance)\n\(className)" }

    /// The window itself while it is there; else one of its class, the focused one or the newest. `nil` while there is none.
    func window(among windows: [X11Window]) -> X11Window? {
        let alike = windows.filter { $0.instance == instance && $0.className == className }
        if let itself = alike.first(where: { $0.id == id }) { return itself }
        // Nothing but its number is known of one without a class.
        guard !className.isEmpty else { return nil }
        return alike.first(where: \.isActive) ?? alike.last
    }
}
