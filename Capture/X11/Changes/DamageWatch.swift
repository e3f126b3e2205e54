import CXCB
import CaptureKit
import Frames

/// X DAMAGE on the root window or another one, at report level NonEmpty: one event when something changes, then silence until the damage
/// is collected.
final class DamageWatch {
    private let connection: X11Connection
    private let damage: xcb_damage_damage_t
    private let region: xcb_xfixes_region_t
    private var asked: xcb_xfixes_fetch_region_cookie_t?

    init(of window: xcb_window_t, on connection: X11Connection) {
        self.connection = connection
        damage = connection.makeIdentifier()
        region = connection.makeIdentifier()
        xcb_xfixes_create_region(connection.handle, region, 0, nil)
        xcb_damage_create(connection.handle, damage, window, UInt8(XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY.rawValue))
    }

    deinit {
        xcb_damage_destroy(connection.handle, damage)
        xcb_xfixes_destroy_region(connection.handle, region)
    }

    /// Sets apart what has changed until now: what changes from here on is reported anew, so a grab after this loses nothing.
    func begin() {
        xcb_damage_subtract(connection.handle, damage, xcb_xfixes_region_t(XCB_NONE), region)
    }

    /// Asks what `begin` has set apart; `collect` has the answer. May come after the grab.
    func ask() {
        asked = xcb_xfixes_fetch_region(connection.handle, region)
    }

    /// Collects what has changed: one round trip. The window's coordinates in, frame coordinates of `area` out.
    func collect(into result: inout Damage, within area: PixelRectangle) throws(CaptureError) {
        if asked == nil {
            begin()
            ask()
        }
        let cookie = asked.take()!
        let reply = try connection.reply(to: "XFixesFetchRegion") { xcb_xfixes_fetch_region_reply($0, cookie, $1) }
        reply.with { body in
            let rectangles = UnsafeBufferPointer(
                start: xcb_xfixes_fetch_region_rectangles(body), count: Int(xcb_xfixes_fetch_region_rectangles_length(body)))
            for each in rectangles {
                var changed = PixelRectangle(x: Int(each.x), y: Int(each.y), width: Int(each.width), height: Int(each.height))
                    .intersection(area)
                changed.x -= area.x
                changed.y -= area.y
                result.add(changed)
            }
        }
    }
}
