import CXCB
import CaptureKit

/// What window managers and programs say of windows in their properties (EWMH and ICCCM). One round trip for each question.
struct X11Properties {
    let connection: X11Connection
    let activeWindow: xcb_atom_t
    let managerCheck: xcb_atom_t
    private let clientList: xcb_atom_t
    private let utf8Name: xcb_atom_t
    private let state: xcb_atom_t

    private static let latinText = xcb_atom_t(XCB_ATOM_STRING.rawValue)
    /// Of a title or a list of windows, in words of four bytes.
    private static let (mostTextWords, mostWindows) = (UInt32(64), UInt32(1024))

    init(on connection: X11Connection) throws(CaptureError) {
        self.connection = connection
        activeWindow = try X11Monitors.atom(named: "_NET_ACTIVE_WINDOW", on: connection)
        managerCheck = try X11Monitors.atom(named: "_NET_SUPPORTING_WM_CHECK", on: connection)
        clientList = try X11Monitors.atom(named: "_NET_CLIENT_LIST", on: connection)
        utf8Name = try X11Monitors.atom(named: "_NET_WM_NAME", on: connection)
        state = try X11Monitors.atom(named: "WM_STATE", on: connection)
    }

    /// Whether a window manager runs that keeps the properties of the root: they outlive one that was killed.
    func hasManager() throws(CaptureError) -> Bool {
        guard let check = try windows(managerCheck, of: connection.root).first else { return false }
        return try windows(managerCheck, of: check).first == check
    }

    /// The windows of all programs, in the order in which they came, as the manager tells them.
    func clients() throws(CaptureError) -> [xcb_window_t] { try windows(clientList, of: connection.root) }

    /// The window that has the focus, as the manager tells it; `nil` for none.
    func active() throws(CaptureError) -> xcb_window_t? {
        let window = try windows(activeWindow, of: connection.root).first
        return window == 0 ? nil : window
    }

    /// Whether a manager has dealt with this window: it is a program's, and no frame or menu.
    func isManaged(_ window: xcb_window_t) throws(CaptureError) -> Bool { try property(state, of: window, 2).map { !$0.bytes.isEmpty } ?? false }

    /// For people; empty for none.
    func title(of window: xcb_window_t) throws(CaptureError) -> String {
        if let (_, bytes) = try property(utf8Name, of: window, Self.mostTextWords), !bytes.isEmpty { return ForeignText.plain(utf8: bytes) }
        guard let (type, bytes) = try property(xcb_atom_t(XCB_ATOM_WM_NAME.rawValue), of: window, Self.mostTextWords) else { return "" }
        return type == Self.latinText ? ForeignText.plain(latin: bytes) : ForeignText.plain(utf8: bytes)
    }

    /// What kind of program it says it is: the name of this one, and of all of its kind. Empty for none.
    func kind(of window: xcb_window_t) throws(CaptureError) -> (instance: String, name: String) {
        guard let (_, bytes) = try property(xcb_atom_t(XCB_ATOM_WM_CLASS.rawValue), of: window, Self.mostTextWords) else { return ("", "") }
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { ForeignText.plain(utf8: Array($0)) }
        return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }

    private func windows(_ atom: xcb_atom_t, of window: xcb_window_t) throws(CaptureError) -> [xcb_window_t] {
        guard let (_, bytes) = try property(atom, of: window, Self.mostWindows) else { return [] }
        return bytes.withUnsafeBytes { raw in (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: xcb_window_t.self) } }
    }

    /// `nil` where the window is gone.
    private func property(
        _ atom: xcb_atom_t, of window: xcb_window_t, _ mostWords: UInt32
    ) throws(CaptureError) -> (type: xcb_atom_t, bytes: [UInt8])? {
        let cookie = xcb_get_property(connection.handle, 0, window, atom, xcb_atom_t(XCB_GET_PROPERTY_TYPE_ANY.rawValue), 0, mostWords)
        guard case .reply(let reply) = try connection.answer({ xcb_get_property_reply($0, cookie, $1) }) else { return nil }
        let type = reply.fields.type
        let bytes = reply.with { body in
            Array(UnsafeRawBufferPointer(start: xcb_get_property_value(body), count: Int(xcb_get_property_value_length(body))))
        }
        return (type, bytes)
    }
}
