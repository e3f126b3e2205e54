import CXCB
import CaptureKit

/// Whether the root window's pixels lie in memory as `PixelFormat.bgrx` says.
enum RootFormat {
    /// - Throws: `.unsupported`, with what the display has and what is needed.
    static func check(_ connection: X11Connection) throws(CaptureError) {
        let setup = xcb_get_setup(connection.handle)!
        let depth = connection.rootScreen.root_depth
        var bitsPerPixel: UInt8 = 0
        var formats = xcb_setup_pixmap_formats_iterator(setup)
        while formats.rem > 0 {
            if formats.data.pointee.depth == depth { bitsPerPixel = formats.data.pointee.bits_per_pixel }
            xcb_format_next(&formats)
        }
        guard depth == 24 || depth == 32, bitsPerPixel == 32 else {
            throw CaptureError(
                .unsupported,
                "display \(connection.display) has depth \(depth) with \(bitsPerPixel) bits a pixel; capture needs depth 24 (or 32) with 32 bits, "
                    + "for example: Xvfb -screen 0 1920x1080x24")
        }
        guard setup.pointee.image_byte_order == UInt8(XCB_IMAGE_ORDER_LSB_FIRST.rawValue) else {
            throw CaptureError(.unsupported, "the X server of display \(connection.display) is big-endian; capture needs a little-endian one")
        }
        guard let visual = rootVisual(connection), visual.red_mask == 0xFF0000, visual.green_mask == 0xFF00, visual.blue_mask == 0xFF else {
            throw CaptureError(.unsupported, "display \(connection.display) does not keep red, green and blue as BGRx; capture needs that order")
        }
    }

    private static func rootVisual(_ connection: X11Connection) -> xcb_visualtype_t? {
        var screen = connection.rootScreen
        // The depths follow the screen in the setup, so the accessor needs the original, not a copy.
        var screens = xcb_setup_roots_iterator(xcb_get_setup(connection.handle))
        while screens.rem > 0, screens.data.pointee.root != screen.root { xcb_screen_next(&screens) }
        guard screens.rem > 0 else { return nil }
        screen = screens.data.pointee
        var depths = xcb_screen_allowed_depths_iterator(screens.data)
        while depths.rem > 0 {
            var visuals = xcb_depth_visuals_iterator(depths.data)
            while visuals.rem > 0 {
                if visuals.data.pointee.visual_id == screen.root_visual { return visuals.data.pointee }
                xcb_visualtype_next(&visuals)
            }
            xcb_depth_next(&depths)
        }
        return nil
    }
}
