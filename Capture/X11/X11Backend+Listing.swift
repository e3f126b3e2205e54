import CaptureKit
import Frames

extension X11Backend {
    /// The screens of one display, or of all displays of this machine that can be opened, `$DISPLAY` among them.
    /// - Throws: `.noDisplay` and `.permissionDenied` for a display that was named; what cannot be opened is left out otherwise.
    static func listScreens(display: String?) throws(CaptureError) -> [X11Screen] {
        try collect(display, screens(of:))
    }

    /// What `--list-windows` prints.
    static func windowsWritten(_ form: X11Listing.Form, display: String?) throws(CaptureError) -> String {
        let windows = try listWindows(display: display)
        return switch form {
        case .json: X11Window.json(windows)
        case .text: windows.isEmpty ? "no window\n" : X11Window.text(windows)
        }
    }

    /// The same of the windows of programs.
    static func listWindows(display: String?) throws(CaptureError) -> [X11Window] {
        try collect(display) { (connection) throws(CaptureError) in try WindowList(on: connection).all() }
    }

    private static func collect<Thing>(_ display: String?, _ list: (X11Connection) throws(CaptureError) -> [Thing]) throws(CaptureError) -> [Thing] {
        if let display { return try list(X11Connection(to: display)) }
        var found: [Thing] = []
        var names = DisplaySockets.names()
        if let own = DisplaySockets.ownDisplay, !names.contains(own) { names.append(own) }
        for name in names {
            do throws(CaptureError) {
                found += try list(X11Connection(to: name))
            } catch {
                continue  // a display that cannot be opened or listed is not offered
            }
        }
        return found
    }

    private static func screens(of connection: X11Connection) throws(CaptureError) -> [X11Screen] {
        _ = try X11Extensions(of: connection)
        let monitors = try X11Monitors(of: connection)
        let isXwayland = try X11Extensions.isXwayland(connection)
        guard !monitors.all.isEmpty else {
            let whole = PixelRectangle(of: monitors.rootSize)
            return [X11Screen(display: connection.display, name: nil, rectangle: whole, isPrimary: true, isXwayland: isXwayland)]
        }
        var screens: [X11Screen] = []
        for monitor in monitors.all {
            let name = try X11Monitors.name(of: monitor.name, on: connection)
            screens.append(
                X11Screen(
                    display: connection.display, name: name, rectangle: monitor.rectangle, isPrimary: monitor.isPrimary,
                    // As older ones call their screens, which do not say it.
                    isXwayland: isXwayland || name.hasPrefix("XWAYLAND")))
        }
        return screens
    }
}
