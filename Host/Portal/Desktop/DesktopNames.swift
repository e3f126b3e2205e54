/// How the services are called that know whether a desktop is seen.
enum DesktopNames {
    static let logind = "org.freedesktop.login1"
    static let managerPath = "/org/freedesktop/login1"
    static let manager = "org.freedesktop.login1.Manager"
    static let session = "org.freedesktop.login1.Session"
    static let properties = "org.freedesktop.DBus.Properties"
    static let savers = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]
    static let saverPath = "/org/freedesktop/ScreenSaver"
    static let displays = "org.gnome.Mutter.DisplayConfig"
    static let displaysPath = "/org/gnome/Mutter/DisplayConfig"

    /// What is listened to on the session bus.
    static let sessionRules =
        savers.map { "type='signal',sender='\($0)',interface='\($0)',member='ActiveChanged'" } + [
            "type='signal',sender='\(displays)',path='\(displaysPath)',interface='\(properties)',member='PropertiesChanged'"
        ]

    static let sleepRule = "type='signal',sender='\(logind)',interface='\(manager)',member='PrepareForSleep'"

    static func sessionRule(_ path: String) -> String {
        "type='signal',sender='\(logind)',path='\(path)',interface='\(properties)',member='PropertiesChanged'"
    }

    static func property(_ name: String, of interface: String, _ path: String, at destination: String) -> BusCall {
        BusCall(destination: destination, path: path, interface: properties, member: "Get", arguments: [.text(interface), .text(name)])
    }
}
