import CXCB
import CaptureKit
import Frames

/// The pointer of one X screen: where it is, and what it looks like (XFIXES).
struct PointerWatch {
    private let connection: X11Connection
    /// From whose corner positions count.
    private let window: xcb_window_t
    /// The image that was handed out last; servers announce the same one again.
    private var shownSerial: UInt32?
    private var asked: xcb_query_pointer_cookie_t?

    init(over window: xcb_window_t, on connection: X11Connection) {
        (self.connection, self.window) = (connection, window)
        xcb_xfixes_select_cursor_input(connection.handle, connection.root, XCB_XFIXES_CURSOR_NOTIFY_MASK_DISPLAY_CURSOR.rawValue)
    }

    /// Asks where the pointer is; the next `position` has the answer.
    mutating func ask() {
        if let asked { xcb_discard_reply(connection.handle, asked.sequence) }
        asked = xcb_query_pointer(connection.handle, window)
    }

    /// Where the pointer is within `area` of the window, counted from its corner; `nil` outside of it, on another X screen, or where the
    /// window is gone.
    mutating func position(within area: PixelRectangle) throws(CaptureError) -> PointerPosition? {
        if asked == nil { ask() }
        let cookie = asked.take()!
        guard case .reply(let reply) = try connection.answer({ xcb_query_pointer_reply($0, cookie, $1) }) else { return nil }
        let (x, y) = (Int(reply.fields.win_x), Int(reply.fields.win_y))
        guard reply.fields.same_screen != 0, area.contains(PixelRectangle(x: x, y: y, width: 1, height: 1)) else { return nil }
        return PointerPosition(x: x - area.x, y: y - area.y)
    }

    /// Whether an announced image is another one than the one handed out.
    func isNew(serial: UInt32) -> Bool { serial != shownSerial }

    /// XFIXES gives premultiplied ARGB words, which lie in memory as BGRA. An image larger than `PointerImage.largestSide`
    /// is cropped around its hot spot, not scaled: the tip stays where it points. No image is one transparent pixel.
    mutating func withImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) {
        let cookie = xcb_xfixes_get_cursor_image(connection.handle)
        guard case .reply(let reply) = try connection.answer({ xcb_xfixes_get_cursor_image_reply($0, cookie, $1) }) else {
            return Self.withNothing(body)
        }
        let fields = reply.fields
        shownSerial = fields.cursor_serial
        let size = PixelSize(width: Int(fields.width), height: Int(fields.height))
        let (hotX, hotY) = (Int(fields.xhot), Int(fields.yhot))
        reply.with { reply in
            let pixels = UnsafeRawBufferPointer(
                start: xcb_xfixes_get_cursor_image_cursor_image(reply), count: Int(xcb_xfixes_get_cursor_image_cursor_image_length(reply)) * 4)
            guard size.width > 0, size.height > 0, pixels.count >= size.width * size.height * 4 else { return Self.withNothing(body) }
            let cut = PointerCrop(size: size, hotX: hotX, hotY: hotY).rectangle
            guard cut.size != size else {
                return body(PointerImage(size: size, hotSpotX: hotX, hotSpotY: hotY, pixels: pixels))
            }
            withUnsafeTemporaryAllocation(byteCount: cut.area * 4, alignment: 4) { small in
                for row in 0..<cut.height {
                    let start = ((cut.y + row) * size.width + cut.x) * 4
                    UnsafeMutableRawBufferPointer(rebasing: small[row * cut.width * 4..<(row + 1) * cut.width * 4])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[start..<start + cut.width * 4]))
                }
                body(PointerImage(size: cut.size, hotSpotX: hotX - cut.x, hotSpotY: hotY - cut.y, pixels: UnsafeRawBufferPointer(small)))
            }
        }
    }

    private static func withNothing(_ body: (borrowing PointerImage) -> Void) {
        withUnsafeBytes(of: UInt32(0)) { body(PointerImage(size: PixelSize(width: 1, height: 1), hotSpotX: 0, hotSpotY: 0, pixels: $0)) }
    }
}
