/// Which package of Debian, and of what follows it, brings what a desktop lacks.
enum DesktopPackages {
    /// The backend of the portal for a desktop, by `XDG_CURRENT_DESKTOP`.
    static func portalBackend(_ desktop: String) -> String {
        let names = Set(desktop.split(separator: ":").map { $0.uppercased() })
        if !names.isDisjoint(with: ["GNOME", "UBUNTU", "GNOME-CLASSIC"]) { return "xdg-desktop-portal-gnome" }
        if names.contains("KDE") { return "xdg-desktop-portal-kde" }
        if names.contains("HYPRLAND") { return "xdg-desktop-portal-hyprland" }
        return "xdg-desktop-portal-wlr"
    }

    static func install(_ packages: String...) -> String { "sudo apt install \(packages.joined(separator: " "))" }
}
