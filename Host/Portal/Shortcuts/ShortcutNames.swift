/// How the portal's shortcuts are called.
enum ShortcutNames {
    static let interface = "org.freedesktop.portal.GlobalShortcuts"
    static let registry = "org.freedesktop.host.portal.Registry"
    /// Ours in the portal's words, unlike any of another program on this connection.
    static let (sessionToken, createToken, bindToken) = ("splitcast_keys", "splitcast_create", "splitcast_bind")

    static func call(_ member: String, _ arguments: [BusCall.Argument]) -> BusCall {
        BusCall(destination: PortalNames.bus, path: PortalNames.object, interface: interface, member: member, arguments: arguments)
    }

    /// Says which program we are, by its desktop file: some desktops want to know whose shortcuts these are. Portals before 1.20 know no such call.
    static let register = BusCall(
        destination: PortalNames.bus, path: PortalNames.object, interface: registry, member: "Register",
        arguments: [.text("splitcast"), .options([:])])

    static let create = call("CreateSession", [.options(["handle_token": .text(createToken), "session_handle_token": .text(sessionToken)])])

    static func bind(_ shortcuts: [DesktopShortcut], in session: String) -> BusCall {
        let named = shortcuts.map {
            BusCall.Named(name: $0.id, options: ["description": .text($0.title), "preferred_trigger": .text($0.trigger)])
        }
        return call("BindShortcuts", [.path(session), .named(named), .text(""), .options(["handle_token": .text(bindToken)])])
    }

    static let signals = ["Activated", "Deactivated"].map {
        "type='signal',sender='\(PortalNames.bus)',interface='\(interface)',member='\($0)'"
    }
}
