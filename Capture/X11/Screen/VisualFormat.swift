import CXCB
import CaptureKit

/// Whether the pixels of a window lie in memory as `PixelFormat.bgrx` says.
enum VisualFormat {
    /// - Parameter subject: what is captured, for people: `display :1`.
    /// - Throws: `.unsupported`, with what it has and what is needed.
    static func check(depth: UInt8, visual: xcb_visualid_t, of subject: String, on connection: X11Connection) throws(CaptureError) {
        let setup = xcb_get_setup(connection.handle)!
        var bitsPerPixel: UInt8 = 0
        var formats = xcb_setup_pixmap_formats_iterator(setup)
        while formats.rem > 0 {
            if formats.data.pointee.depth == depth { bitsPerPixel = formats.data.pointee.bits_per_pixel }
            xcb_format_next(&formats)
        }
        guard depth == 24 || depth == 32, bitsPerPixel == 32 else {
            throw CaptureError(
                .unsupported,
                "\(subject) has depth \(depth) with \(bitsPerPixel) bits a pixel; capture needs depth 24 (or 32) with 32 bits, "
                    + "for example: Xvfb -screen 0 1920x1080x24")
        }
        guard setup.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue) else {
            throw CaptureError(.unsupported, "the X server of display \(connection.display) is big-endian; capture needs a little-endian one")
        }
        guard let found = find(visual, on: connection), found.red_mask == 0xFF0000, found.green_mask == 0xFF00, found.blue_mask == 0xFF else {
            throw CaptureError(.unsupported, "\(subject) does not keep red, green and blue as BGRx; capture needs that order")
        }
    }

    private static func find(_ visual: xcb_visualid_t, on connection: X11Connection) -> xcb_visualtype_t? {
        // The depths follow the screen in the setup, so the accessor needs the original, not a copy.
        var screens = xcb_setup_roots_iterator(xcb_get_setup(connection.handle))
        while screens.rem > 0, screens.data.pointee.root != connection.root { xcb_screen_next(&screens) }
        guard screens.rem > 0 else { return nil }
        var depths = xcb_screen_allowed_depths_iterator(screens.data)
        while depths.rem > 0 {
            var visuals = xcb_depth_visuals_iterator(depths.data)
            while visuals.rem > 0 {
                if visuals.data.pointee.visual_id == visual { return visuals.data.pointee }
                xcb_visualtype_next(&visuals)
            }
            xcb_depth_next(&depths)
        }
        return nil
    }
}
