import Frames

/// Windows of the client's own, and what a window manager would say of them.
extension DrawingClient {
    /// A window that is on the screen, all of one colour, which the server paints itself.
    func window(
        _ colour: UInt32, _ area: PixelRectangle, title: String? = nil, kind: (instance: String, name: String)? = nil, in parent: UInt32? = nil,
        border: Int = 0, depth: UInt8 = 24
    ) -> UInt32 {
        let window = makeIdentifier()
        if depth == 24 {
            request(
                1, 0,
                [window, parent ?? root, pair(area.x, area.y), pair(area.width, area.height), pair(border, 1), 0, 1 << 1 | 1 << 3, colour, 0])
        } else {
            // One of another depth than its parent's needs a colour map of its own.
            let map = makeIdentifier()
            request(78, 0, [map, root, visuals[depth]!])
            request(
                1, depth,
                [
                    window, parent ?? root, pair(area.x, area.y), pair(area.width, area.height), pair(border, 1), visuals[depth]!,
                    1 << 1 | 1 << 3 | 1 << 13, colour, 0, map,
                ])
        }
        if let title { setText(39, title, of: window) }
        if let kind { setText(67, "\(kind.instance)\0\(kind.name)\0", of: window) }
        map(window)
        return window
    }

    func map(_ window: UInt32) { request(8, 0, [window]) }
    func unmap(_ window: UInt32) { request(10, 0, [window]) }
    func destroy(_ window: UInt32) { request(4, 0, [window]) }
    func move(_ window: UInt32, x: Int, y: Int) { request(12, 0, [window, 0b11, UInt32(x), UInt32(y)]) }
    func resize(_ window: UInt32, width: Int, height: Int) { request(12, 0, [window, 0b1100, UInt32(width), UInt32(height)]) }
    func reparent(_ window: UInt32, into parent: UInt32, x: Int, y: Int) { request(7, 0, [window, parent, pair(x, y)]) }
    func focus(_ window: UInt32) { request(42, 1, [window, 0]) }

    func fill(_ colour: UInt32, _ area: PixelRectangle, of window: UInt32) {
        request(56, 0, [gc, 1 << 2, colour])
        request(70, 0, [window, gc, pair(area.x, area.y), pair(area.width, area.height)])
    }

    /// Says of a window what a manager would: lists of windows, and states.
    func set(_ property: String, _ values: [UInt32], of window: UInt32? = nil, type: UInt32 = 33) {
        request(18, 0, [window ?? root, atom(property), type, 32, UInt32(values.count)] + values)
    }

    /// As a window manager that runs.
    func manage(_ windows: [UInt32], active: UInt32 = 0) {
        let check = makeIdentifier()
        request(1, 0, [check, root, pair(0, 0), pair(1, 1), pair(0, 1), 0, 0])
        set("_NET_SUPPORTING_WM_CHECK", [check], of: check)
        set("_NET_SUPPORTING_WM_CHECK", [check])
        set("_NET_CLIENT_LIST", windows)
        set("_NET_ACTIVE_WINDOW", [active])
        synchronise()
    }

    func atom(_ name: String) -> UInt32 {
        request(16, 0, [UInt32(name.utf8.count)] + words(Array(name.utf8)))
        return word32(reply(), 8)
    }

    /// - Parameter property: predefined; as Latin-1.
    func setText(_ property: UInt32, _ text: String, of window: UInt32) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        request(18, 0, [window, property, 31, 8, UInt32(bytes.count)] + words(bytes))
    }

    func setUTF8(_ property: String, _ bytes: [UInt8], of window: UInt32) {
        request(18, 0, [window, atom(property), atom("UTF8_STRING"), 8, UInt32(bytes.count)] + words(bytes))
    }

    private func words(_ bytes: [UInt8]) -> [UInt32] {
        let padded = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        return stride(from: 0, to: padded.count, by: 4).map { word32(padded, $0) }
    }
}
