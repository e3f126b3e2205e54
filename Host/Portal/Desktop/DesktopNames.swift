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

    static let notifications = "org.freedesktop.Notifications"
    static let notificationsPath = "/org/freedesktop/Notifications"

    /// - Parameter shown: the number of one that it takes the place of; 0 for none.
    static func notify(_ notification: DesktopNotification, replacing shown: UInt32) -> BusCall {
        BusCall(
            destination: notifications, path: notificationsPath, interface: notifications, member: "Notify",
            arguments: [
                .text("Splitcast"), .number(shown), .text("splitcast"), .text(notification.summary), .text(notification.body), .noTexts,
                .options(["urgency": .byte(notification.isUrgent ? 2 : 1), "desktop-entry": .text("splitcast")]), .signed(-1),
            ])
    }

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
