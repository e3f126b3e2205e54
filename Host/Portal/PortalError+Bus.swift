import Platform

extension PortalError {
    static var noScreenCast: PortalError {
        PortalError(
            .noScreenCast, "this desktop's portal shares no screens: install its backend (xdg-desktop-portal-gnome, -kde, -wlr or -hyprland)")
    }
    static var sharesNothing: PortalError {
        PortalError(
            .sharesNothing,
            "the desktop's portal shares nothing: the part of it that asks the user is not there ('splitcast doctor' tells what to do)")
    }
    static var noBus: PortalError {
        PortalError(
            .noBus, "there is no session bus, so no desktop portal: start Splitcast inside the desktop's session (DBUS_SESSION_BUS_ADDRESS)")
    }
    static var silentBus: PortalError { PortalError(.silent, "the session bus does not answer: is dbus-daemon hanging?") }
    static var silent: PortalError { PortalError(.silent, "the desktop portal does not answer: \(PortalNames.remedy)") }

    static var desktopGone: PortalError {
        PortalError(
            .portalGone, "what stands behind the desktop portal went away, and the sharing with it: it is asked again when it is back")
    }

    private static var prefix: String { "org.freedesktop.DBus.Error." }

    init(unreachable problem: BusProblem) {
        self.init(.noBus, "the session bus cannot be reached (\(problem.words)): is dbus-daemon running?", cause: problem)
    }

    /// From an error on the bus.
    ///
    /// - Parameter isFirst: it answers the question what the portal can do, which is understood by every portal that can.
    init(bus name: String, _ words: String, isFirst: Bool) {
        let said = words.isEmpty ? name : words
        switch name {
        case Self.prefix + "ServiceUnknown", Self.prefix + "NameHasNoOwner":
            self.init(.noPortal, "there is no desktop portal on the session bus: install xdg-desktop-portal and the backend of this desktop")
        case let name where name.hasPrefix(Self.prefix + "Spawn"):
            self.init(.noPortal, "the desktop portal could not be started (\(said)): see 'journalctl --user -u xdg-desktop-portal'")
        case Self.prefix + "NoReply", Self.prefix + "TimedOut", Self.prefix + "Timeout": self = .silent
        case Self.prefix + "UnknownInterface", Self.prefix + "UnknownMethod", Self.prefix + "UnknownObject": self = .noScreenCast
        case Self.prefix + "InvalidArgs" where isFirst: self = .noScreenCast
        case Self.prefix + "AccessDenied", "org.freedesktop.portal.Error.NotAllowed":
            self.init(
                .denied,
                "the desktop portal refuses this program (\(said)): one with file capabilities, or in a container, is one that it cannot look into")
        case "org.freedesktop.portal.Error.Cancelled": self.init(.cancelled, "sharing the screen was declined in the desktop's dialog")
        default: self.init(.failed, "the desktop portal could not share the screen: \(said)")
        }
    }

    /// From an error in the place of a connection to PipeWire.
    init(remote name: String, _ words: String) {
        switch name {
        // It knows the session no longer.
        case Self.prefix + "AccessDenied", Self.prefix + "UnknownObject", Self.prefix + "UnknownMethod", Self.prefix + "ServiceUnknown":
            self.init(.portalGone, "the desktop portal has forgotten the session: it is asked again")
        case Self.prefix + "NoReply", Self.prefix + "TimedOut", Self.prefix + "Timeout": self = .silent
        default:
            self.init(
                .noPipeWire,
                "the desktop shares its screen, and PipeWire cannot be reached (\(words)): is it running? 'systemctl --user start pipewire'")
        }
    }
}
