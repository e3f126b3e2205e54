import CXCB
import CaptureKit
import Glibc

/// Waits for a window that was closed: idle until something happens to the windows of the display.
enum WindowReturn {
    /// A display on which much happens is looked at this often.
    private static let interval: Int32 = 250

    /// - Parameters:
    ///   - note: what the run before has left.
    ///   - choice: what the user named, for a window without a class.
    /// - Returns: when it is there, or one that stands for it.
    /// - Throws: `.screenGone` when the display goes.
    static func window(_ note: WindowNote, or choice: WindowChoice, on connection: X11Connection) throws(CaptureError) -> X11Window {
        var note = note
        let list = try WindowList(on: connection)
        let changes = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        _ = try X11Tree.select(changes, of: connection.root, on: connection)
        defer { unselect(connection) }
        while true {
            let windows = try list.all()
            if let found = note.window(among: windows) ?? (note.className.isEmpty ? choice.onlyOne(among: windows) : nil) { return found }
            try rest(connection)
        }
    }

    private static func rest(_ connection: X11Connection) throws(CaptureError) {
        // A window's title and class may come after it.
        _ = poll(nil, 0, interval)
        var hasChanged = false
        while !hasChanged {
            while let event = xcb_poll_for_event(connection.handle) {
                hasChanged = true
                free(event)
            }
            try connection.checkAlive()
            guard !hasChanged else { return }
            var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, -1)
        }
    }

    private static func unselect(_ connection: X11Connection) {
        var mask: UInt32 = 0
        xcb_change_window_attributes(connection.handle, connection.root, XCB_CW_EVENT_MASK.rawValue, &mask)
    }
}
