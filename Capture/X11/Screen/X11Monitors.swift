import CXCB
import CaptureKit
import Frames

/// The RANDR monitors of one root window.
struct X11Monitors {
    struct Monitor {
        let name: xcb_atom_t
        let rectangle: PixelRectangle
        let isPrimary: Bool
    }

    let rootSize: PixelSize
    private(set) var all: [Monitor] = []

    /// Asks for both at once: one round trip.
    init(of connection: X11Connection) throws(CaptureError) {
        let sizeCookie = xcb_get_geometry(connection.handle, connection.root)
        let monitorsCookie = xcb_randr_get_monitors(connection.handle, connection.root, 1)
        let geometry = try connection.reply(to: "GetGeometry") { xcb_get_geometry_reply($0, sizeCookie, $1) }
        let monitors = try connection.reply(to: "RRGetMonitors") { xcb_randr_get_monitors_reply($0, monitorsCookie, $1) }
        rootSize = PixelSize(width: Int(geometry.fields.width), height: Int(geometry.fields.height))
        all = monitors.with { reply in
            var found: [Monitor] = []
            var each = xcb_randr_get_monitors_monitors_iterator(reply)
            while each.rem > 0 {
                let info = each.data.pointee
                let area = PixelRectangle(x: Int(info.x), y: Int(info.y), width: Int(info.width), height: Int(info.height))
                found.append(Monitor(name: info.name, rectangle: area, isPrimary: info.primary != 0))
                xcb_randr_monitor_info_next(&each)
            }
            return found
        }
    }

    func rectangle(named atom: xcb_atom_t?) -> PixelRectangle? { all.first { $0.name == atom }?.rectangle }

    static func name(of atom: xcb_atom_t, on connection: X11Connection) throws(CaptureError) -> String {
        let cookie = xcb_get_atom_name(connection.handle, atom)
        let reply = try connection.reply(to: "GetAtomName") { xcb_get_atom_name_reply($0, cookie, $1) }
        return reply.with { body in
            let bytes = UnsafeRawBufferPointer(start: xcb_get_atom_name_name(body), count: Int(xcb_get_atom_name_name_length(body)))
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The atom that a monitor of this name would have; made if it does not exist, so that a monitor which comes back is found.
    static func atom(named name: String, on connection: X11Connection) throws(CaptureError) -> xcb_atom_t {
        let cookie = xcb_intern_atom(connection.handle, 0, UInt16(min(name.utf8.count, Int(UInt16.max))), name)
        let reply = try connection.reply(to: "InternAtom") { xcb_intern_atom_reply($0, cookie, $1) }
        return reply.fields.atom
    }
}
