import CXCB
import CaptureKit
import Frames

/// The windows of the programs on one X display.
struct WindowList {
    private let properties: X11Properties
    private let connection: X11Connection
    /// Frames of a window manager hold the program's window at this depth at most.
    private static let mostFrames = 3

    init(on connection: X11Connection) throws(CaptureError) {
        self.connection = connection
        properties = try X11Properties(on: connection)
    }

    /// All of them, the newest last as far as that is known.
    func all() throws(CaptureError) -> [X11Window] {
        let isManaged = try properties.hasManager()
        let candidates = isManaged ? try properties.clients() : try unmanaged()
        let active = isManaged ? try properties.active() : try FocusWatch.inputFocus(on: connection)
        var found: [X11Window] = []
        for candidate in candidates {
            guard var window = try window(candidate), !window.title.isEmpty || !window.className.isEmpty else { continue }
            window.isActive = candidate == active
            found.append(window)
        }
        return found
    }

    /// One window, whatever it is; `nil` when there is none of this number, or it shows nothing by its kind.
    func window(_ id: xcb_window_t) throws(CaptureError) -> X11Window? {
        guard let attributes = try attributes(of: id), attributes._class != XCB_WINDOW_CLASS_INPUT_ONLY.rawValue else { return nil }
        let cookie = xcb_get_geometry(connection.handle, id)
        guard case .reply(let geometry) = try connection.answer({ xcb_get_geometry_reply($0, cookie, $1) }) else { return nil }
        let kind = try properties.kind(of: id)
        return X11Window(
            display: connection.display, id: id, title: try properties.title(of: id), instance: kind.instance, className: kind.name,
            size: PixelSize(width: Int(geometry.fields.width), height: Int(geometry.fields.height)),
            isMinimised: attributes.map_state != XCB_MAP_STATE_VIEWABLE.rawValue)
    }

    // MARK: Without a manager that lists them

    private func unmanaged() throws(CaptureError) -> [xcb_window_t] {
        var found: [xcb_window_t] = []
        for child in try X11Tree.children(of: connection.root, on: connection) {
            guard let attributes = try attributes(of: child), attributes.override_redirect == 0,
                attributes._class != XCB_WINDOW_CLASS_INPUT_ONLY.rawValue
            else { continue }
            if let client = try client(in: child, depth: 0) {
                found.append(client)
            } else if attributes.map_state == XCB_MAP_STATE_VIEWABLE.rawValue {
                found.append(child)
            }
        }
        return found
    }

    private func client(in window: xcb_window_t, depth: Int) throws(CaptureError) -> xcb_window_t? {
        if try properties.isManaged(window) { return window }
        guard depth < Self.mostFrames else { return nil }
        for child in try X11Tree.children(of: window, on: connection) {
            if let found = try client(in: child, depth: depth + 1) { return found }
        }
        return nil
    }

    private func attributes(of window: xcb_window_t) throws(CaptureError) -> xcb_get_window_attributes_reply_t? {
        let cookie = xcb_get_window_attributes(connection.handle, window)
        guard case .reply(let reply) = try connection.answer({ xcb_get_window_attributes_reply($0, cookie, $1) }) else { return nil }
        return reply.fields
    }
}
