import CaptureKit
import Platform

extension X11Backend {
    /// The window that is meant; after a run that captured it, the one that it was, as soon as that is there.
    static func find(_ wanted: WindowChoice, on connection: X11Connection) throws(CaptureError) -> X11Window {
        let note = RunNote.inherited
        let found: X11Window
        let list = try WindowList(on: connection)
        if let before = note?.text.flatMap(WindowNote.init) {
            found = try WindowReturn.window(before, or: wanted, on: connection)
        } else {
            if case .id(let id) = wanted, let window = try list.window(id) {
                found = window
            } else {
                found = try wanted.window(among: list.all(), display: connection.display)
            }
        }
        note?.leave(WindowNote(found, among: try list.all()).text)
        return found
    }

    /// Which windows of its class are there as it closes: they are not shown in its place.
    static func noteOthers(of window: CapturedWindow, on connection: X11Connection) throws(CaptureError) {
        guard let note = RunNote.inherited, let before = note.text.flatMap(WindowNote.init), before.id == window.id else { return }
        note.leave(before.with(others: try WindowList(on: connection).all()).text)
    }

    /// What people are told of a window that is not on the screen.
    static func gone(_ window: CapturedWindow) -> Remark {
        let rest = window.origin == nil ? "nothing of it can be shown until it is" : "its last picture stays until it is back"
        return Remark(.stalled, "window \(window.name) is not on the screen (minimised, or on another workspace): \(rest)")
    }
}
