import Glibc

/// Where the user's session bus is.
enum BusAddress {
    /// As the environment has it, else the socket that systemd puts into the runtime directory; `nil` when neither says anything. None
    /// is started for our sake: a portal that works is on the bus of the desktop.
    static func current(_ variable: (String) -> String? = Self.variable) -> String? {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
        guard let directory = variable("XDG_RUNTIME_DIR"), access(directory + "/bus", F_OK) == 0 else { return nil }
        return "unix:path=\(directory)/bus"
    }

    /// `nil` for one that is empty, too.
    static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
