import CXCB
import CaptureKit
import Frames

/// Which window has the focus, and where it is: as the window manager says, else by the input focus. Asks only when something has changed.
final class FocusWatch {
    /// What the root must be asked for on its behalf.
    static let rootEvents = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_FOCUS_CHANGE.rawValue

    /// The focused window with its frame, on the root; `nil` for none.
    private(set) var rectangle: PixelRectangle?
    /// `look` has something to do.
    private(set) var isStale = true
    private let connection: X11Connection
    private let properties: X11Properties
    /// The window that has the focus, and the outermost one around it.
    private var (focused, outermost): (xcb_window_t, xcb_window_t) = (0, 0)

    init(on connection: X11Connection) throws(CaptureError) {
        self.connection = connection
        properties = try X11Properties(on: connection)
    }

    /// True when an event has moved the window.
    func note(_ event: UnsafeMutablePointer<xcb_generic_event_t>, kind: UInt8) -> Bool {
        let raw = UnsafeRawPointer(event)
        switch Int32(kind) {
        case XCB_PROPERTY_NOTIFY:
            let changed = raw.load(as: xcb_property_notify_event_t.self)
            if changed.window == connection.root, [properties.activeWindow, properties.managerCheck].contains(changed.atom) { isStale = true }
        case XCB_FOCUS_IN, XCB_FOCUS_OUT: isStale = true
        case XCB_MAP_NOTIFY: if raw.load(as: xcb_map_notify_event_t.self).window == outermost { isStale = true }
        case XCB_UNMAP_NOTIFY: if raw.load(as: xcb_unmap_notify_event_t.self).window == outermost { isStale = true }
        case XCB_REPARENT_NOTIFY: if [focused, outermost].contains(raw.load(as: xcb_reparent_notify_event_t.self).window) { isStale = true }
        case XCB_DESTROY_NOTIFY: if [focused, outermost].contains(raw.load(as: xcb_destroy_notify_event_t.self).window) { isStale = true }
        case XCB_CONFIGURE_NOTIFY:
            let now = raw.load(as: xcb_configure_notify_event_t.self)
            guard now.window == outermost, rectangle != nil else { break }
            let before = rectangle
            rectangle = Self.rectangle(Int(now.x), Int(now.y), Int(now.width), Int(now.height), border: Int(now.border_width))
            return rectangle != before
        default: break
        }
        return false
    }

    /// Asks where the focus is. True when that is another rectangle than before.
    func look() throws(CaptureError) -> Bool {
        isStale = false
        let before = rectangle
        let found = try properties.hasManager() ? properties.active() : Self.inputFocus(on: connection)
        let around = try found.map { (window) throws(CaptureError) in try X11Tree.ancestors(of: window, on: connection) } ?? []
        try watch(found ?? 0, around.last ?? found ?? 0)
        rectangle = try outermost == 0 ? nil : place()
        return rectangle != before
    }

    /// The window of the input focus; `nil` where there is none, or it goes with the pointer.
    static func inputFocus(on connection: X11Connection) throws(CaptureError) -> xcb_window_t? {
        let cookie = xcb_get_input_focus(connection.handle)
        let focus = try connection.reply(to: "GetInputFocus") { xcb_get_input_focus_reply($0, cookie, $1) }.fields.focus
        return focus > XCB_INPUT_FOCUS_POINTER_ROOT.rawValue && focus != connection.root ? focus : nil
    }

    /// Its events come to us, those of the one before no more.
    private func watch(_ focused: xcb_window_t, _ outermost: xcb_window_t) throws(CaptureError) {
        guard (focused, outermost) != (self.focused, self.outermost) else { return }
        for window in Set([self.focused, self.outermost]) where window != 0 && ![focused, outermost].contains(window) {
            _ = try X11Tree.select(0, of: window, on: connection)
        }
        (self.focused, self.outermost) = (focused, outermost)
        let events = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_FOCUS_CHANGE.rawValue
        for window in Set([focused, outermost]) where window != 0 { _ = try X11Tree.select(events, of: window, on: connection) }
    }

    private func place() throws(CaptureError) -> PixelRectangle? {
        let (geometryCookie, attributesCookie) = (
            xcb_get_geometry(connection.handle, outermost), xcb_get_window_attributes(connection.handle, outermost)
        )
        guard case .reply(let geometry) = try connection.answer({ xcb_get_geometry_reply($0, geometryCookie, $1) }),
            case .reply(let attributes) = try connection.answer({ xcb_get_window_attributes_reply($0, attributesCookie, $1) }),
            attributes.fields.map_state == XCB_MAP_STATE_VIEWABLE.rawValue
        else { return nil }
        let fields = geometry.fields
        return Self.rectangle(
            Int(fields.x), Int(fields.y), Int(fields.width), Int(fields.height), border: Int(fields.border_width))
    }

    private static func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, border: Int) -> PixelRectangle {
        PixelRectangle(x: x, y: y, width: width + 2 * border, height: height + 2 * border)
    }
}
