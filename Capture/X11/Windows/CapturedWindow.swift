import CXCB
import CaptureKit
import Frames

/// One window through the Composite extension: the server keeps all of its pixels in a pixmap, whatever lies over it.
///
/// A window that is not on the screen has none; what it showed last stays in the pixmap that was named before.
final class CapturedWindow {
    /// What came of an event.
    enum Change {
        case nothing
        /// `look` has to follow.
        case unsure
        case closed
    }

    let id: xcb_window_t
    /// For people.
    let name: String
    /// Of what `origin` reads, without the border.
    private(set) var size: PixelSize
    /// Whether it is on the screen, covered or not.
    private(set) var isViewable = false
    /// False while it changed its size each time it was looked at: `look` has to follow.
    private(set) var isSettled = true
    private let connection: X11Connection
    private var pixmap: xcb_pixmap_t?
    private var border = 0
    /// Size and border when it was looked at last, pixmap or not.
    private var outline: (width: UInt16, height: UInt16, border: UInt16) = (0, 0, 0)
    private var ancestors: [xcb_window_t] = []

    /// - Throws: `.unsupported` without the Composite extension 0.2, or for pixels that no frame holds; `.closed` when it closes meanwhile.
    init(_ window: X11Window, on connection: X11Connection) throws(CaptureError) {
        (id, name, size, self.connection) = (window.id, window.text, window.size, connection)
        guard id != connection.root else {
            throw CaptureError(.badChoice, "\(window.idText) is all of display \(connection.display): leave out --window")
        }
        try X11Extensions.checkComposite(of: connection)
        try check()
        // Until this connection ends.
        let isKept = try connection.isAccepted(
            xcb_composite_redirect_window_checked(connection.handle, id, UInt8(XCB_COMPOSITE_REDIRECT_AUTOMATIC.rawValue)))
        guard isKept, try X11Tree.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, of: id, on: connection) else { throw closed }
        try look()
    }

    /// Where its content is read from; `nil` while it has not been on the screen yet.
    var origin: PixelOrigin? { pixmap.map { PixelOrigin(drawable: $0, x: border, y: border) } }

    var closed: CaptureError { CaptureError(.closed, "window \(name) of display \(connection.display) was closed") }

    private func check() throws(CaptureError) {
        let (geometryCookie, attributesCookie) = (xcb_get_geometry(connection.handle, id), xcb_get_window_attributes(connection.handle, id))
        guard case .reply(let geometry) = try connection.answer({ xcb_get_geometry_reply($0, geometryCookie, $1) }),
            case .reply(let attributes) = try connection.answer({ xcb_get_window_attributes_reply($0, attributesCookie, $1) })
        else { throw closed }
        try VisualFormat.check(
            depth: geometry.fields.depth, visual: attributes.fields.visual, of: "window \(name) of display \(connection.display)", on: connection)
    }

    // MARK: Changes

    /// What an event means for it; its ancestors' too: a frame that goes takes the window along.
    func note(_ event: UnsafeMutablePointer<xcb_generic_event_t>, kind: UInt8) -> Change {
        let raw = UnsafeRawPointer(event)
        switch Int32(kind) {
        case XCB_DESTROY_NOTIFY: return raw.load(as: xcb_destroy_notify_event_t.self).window == id ? .closed : .unsure
        case XCB_MAP_NOTIFY, XCB_UNMAP_NOTIFY, XCB_REPARENT_NOTIFY: return .unsure
        case XCB_CONFIGURE_NOTIFY:
            let now = raw.load(as: xcb_configure_notify_event_t.self)
            return now.window == id && (now.width, now.height, now.border_width) != outline ? .unsure : .nothing
        default: return .nothing
        }
    }

    /// Looks where it is now, and takes the pixmap that it has.
    /// - Returns: whether there is another one, all of which is to be read.
    /// - Throws: `.closed`; `.unsupported` for more pixels than a frame may have.
    @discardableResult
    func look() throws(CaptureError) -> Bool {
        try watchAncestors()
        isSettled = true
        // It may change its size between two answers.
        for _ in 0..<8 {
            let named = connection.makeIdentifier()
            let geometryCookie = xcb_get_geometry(connection.handle, id)
            let nameCookie = xcb_composite_name_window_pixmap_checked(connection.handle, id, named)
            guard case .reply(let geometry) = try connection.answer({ xcb_get_geometry_reply($0, geometryCookie, $1) }) else { throw closed }
            let fields = geometry.fields
            outline = (fields.width, fields.height, fields.border_width)
            isViewable = try connection.isAccepted(nameCookie)
            guard isViewable else {
                if pixmap == nil { try accept(PixelSize(width: Int(fields.width), height: Int(fields.height))) }
                return false
            }
            let sizeCookie = xcb_get_geometry(connection.handle, named)
            let found = try connection.reply(to: "GetGeometry") { xcb_get_geometry_reply($0, sizeCookie, $1) }.fields
            let edge = Int(fields.border_width)
            guard Int(found.width) == Int(fields.width) + 2 * edge, Int(found.height) == Int(fields.height) + 2 * edge else {
                xcb_free_pixmap(connection.handle, named)
                continue
            }
            if let pixmap { xcb_free_pixmap(connection.handle, pixmap) }
            (pixmap, border) = (named, edge)
            try accept(PixelSize(width: Int(fields.width), height: Int(fields.height)))
            return true
        }
        isSettled = false
        return false
    }

    private func accept(_ size: PixelSize) throws(CaptureError) {
        guard FrameGeometry(size: size) != nil else {
            throw CaptureError(.unsupported, "window \(name) is \(size), which is more than a frame may have")
        }
        self.size = size
    }

    private func watchAncestors() throws(CaptureError) {
        let now = try X11Tree.ancestors(of: id, on: connection)
        guard now != ancestors else { return }
        for window in ancestors where !now.contains(window) { _ = try X11Tree.select(0, of: window, on: connection) }
        for window in now where !ancestors.contains(window) {
            _ = try X11Tree.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, of: window, on: connection)
        }
        ancestors = now
    }
}
