/// What the next run of an agent has to know of the window that this one captures: once it is gone, one of its class that comes later is taken,
/// and none that was there beside it, which no one asked to be shown.
struct WindowNote: Hashable {
    let id: UInt32
    let instance: String
    let className: String
    /// Others of its class that were there, the newest last.
    private(set) var others: [UInt32]
    private static let mostOthers = 64

    /// - Parameter windows: all of the display.
    init(_ window: X11Window, among windows: [X11Window]) {
        (id, instance, className, others) = (window.id, window.instance, window.className, [])
        others = with(others: windows).others
    }

    /// `nil` for what was not written by `text`.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 4, let id = UInt32(lines[0]) else { return nil }
        let others = lines[3].split(separator: " ").map { UInt32($0) }
        guard !others.contains(nil) else { return nil }
        (self.id, instance, className, self.others) = (id, lines[1], lines[2], others.compactMap { $0 })
    }

    /// The same window, with those that are there now.
    func with(others windows: [X11Window]) -> WindowNote {
        var new = self
        new.others = Array(alike(windows).map(\.id).filter { $0 != id }.suffix(Self.mostOthers))
        return new
    }

    /// Names have no line breaks: `ForeignText`.
    var text: String { "\(id)\n\(instance)\n\(className)\n\(others.map(String.init).joined(separator: " "))" }

    /// The window itself while it is there; else one of its class that came after it, the focused one or the newest. `nil` while there is none.
    mutating func window(among windows: [X11Window]) -> X11Window? {
        let alike = alike(windows)
        if let itself = alike.first(where: { $0.id == id }) { return itself }
        // Nothing but its number is known of one without a class.
        guard !className.isEmpty else { return nil }
        // Numbers are given again.
        others.removeAll { other in !alike.contains { $0.id == other } }
        let new = alike.filter { !others.contains($0.id) }
        return new.first(where: \.isActive) ?? new.last
    }

    private func alike(_ windows: [X11Window]) -> [X11Window] { windows.filter { $0.instance == instance && $0.className == className } }
}
