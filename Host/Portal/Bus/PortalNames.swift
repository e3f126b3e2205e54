/// How the portal is called on the bus.
enum PortalNames {
    static let bus = "org.freedesktop.portal.Desktop"
    static let object = "/org/freedesktop/portal/desktop"
    static let cast = "org.freedesktop.portal.ScreenCast"
    static let request = "org.freedesktop.portal.Request"
    static let session = "org.freedesktop.portal.Session"

    static let backends = "org.freedesktop.impl.portal.desktop"
    /// What stands behind the portal: its backends, one for each desktop, or for a part of what desktops do, and compositors.
    static let behind = [backends, "org.gnome.Mutter", "org.gnome.Shell", "org.kde.KWin"]

    /// What helps where a portal hangs.
    static let remedy = "'systemctl --user restart xdg-desktop-portal' starts it anew"

    static func cast(_ member: String, _ arguments: [BusCall.Argument]) -> BusCall {
        BusCall(destination: bus, path: object, interface: cast, member: member, arguments: arguments)
    }

    static let properties = BusCall(
        destination: bus, path: object, interface: "org.freedesktop.DBus.Properties", member: "GetAll", arguments: [.text(cast)])
    static let ping = BusCall(destination: bus, path: object, interface: "org.freedesktop.DBus.Peer", member: "Ping")

    static func close(_ interface: String, _ path: String) -> BusCall {
        BusCall(destination: bus, path: path, interface: interface, member: "Close")
    }

    /// Where requests and sessions of a caller stand: an agreement, so that one can listen before one asks.
    static func path(of kind: String, for name: String, _ word: String) -> String { "\(object)/\(kind)/\(part(name))/\(word)" }

    /// A caller's name as part of a path.
    static func part(_ name: String) -> String { String(name.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 }) }

    /// The signals of this caller's requests and sessions, and of the coming and going of the portal and its backends.
    static func rules(for name: String) -> [String] {
        [
            "type='signal',sender='\(bus)',interface='\(request)',member='Response',path_namespace='\(object)/request/\(part(name))'",
            "type='signal',sender='\(bus)',interface='\(session)',member='Closed',path_namespace='\(object)/session/\(part(name))'",
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(bus)'",
        ]
            + behind.map {
                "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='\($0)'"
            }
    }
}
