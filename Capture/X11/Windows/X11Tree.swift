import CXCB
import CaptureKit

/// Which window lies in which.
enum X11Tree {
    /// From the lowest to the uppermost; none of a window that is gone.
    static func children(of window: xcb_window_t, on connection: X11Connection) throws(CaptureError) -> [xcb_window_t] {
        let cookie = xcb_query_tree(connection.handle, window)
        guard case .reply(let reply) = try connection.answer({ xcb_query_tree_reply($0, cookie, $1) }) else { return [] }
        return reply.with { Array(UnsafeBufferPointer(start: xcb_query_tree_children($0), count: Int(xcb_query_tree_children_length($0)))) }
    }

    /// The windows around this one, from its parent to the outermost below the root; none of a window that is gone.
    static func ancestors(of window: xcb_window_t, on connection: X11Connection) throws(CaptureError) -> [xcb_window_t] {
        var (found, inner): ([xcb_window_t], xcb_window_t) = ([], window)
        while found.count < 32 {
            let cookie = xcb_query_tree(connection.handle, inner)
            guard case .reply(let reply) = try connection.answer({ xcb_query_tree_reply($0, cookie, $1) }) else { return [] }
            let parent = reply.fields.parent
            guard parent != reply.fields.root, parent != 0 else { return found }
            found.append(parent)
            inner = parent
        }
        return found
    }

    /// Which events of a window come to us from now on. False where the window is gone.
    static func select(_ mask: UInt32, of window: xcb_window_t, on connection: X11Connection) throws(CaptureError) -> Bool {
        var mask = mask
        return try connection.isAccepted(
            xcb_change_window_attributes_checked(connection.handle, window, XCB_CW_EVENT_MASK.rawValue, &mask))
    }
}
