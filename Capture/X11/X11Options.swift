import CaptureKit

/// The options that only this agent has.
struct X11Options {
    /// As given; `nil` for `$DISPLAY`.
    var display: String?
    var selection = ScreenSelection.whole
    /// One window instead of a part of the screen.
    var window: WindowChoice?
    var transfer = TransferChoice.automatic
    /// Nothing of the pointer is told.
    var hidesPointer = false
    /// `--list`: show the screens and end.
    var listing: X11Listing.Form?
    /// `--list-windows`: the same of the windows.
    var windowListing: X11Listing.Form?

    static let usage = """
          --display NAME        the X display, such as :0 (default: $DISPLAY)
          --screen NAME         one monitor of it, as --list names them (default: all of the display)
          --region WxH+X+Y      a part of the display, in pixels
          --window NAME         one window, also while others cover it: all of its title, its class, or a part of its title, whatever the
                                case; or its number, such as 0x1a00007. Once it is closed, the agent ends
          --cursor WORD         the pointer: metadata (beside the picture) or hidden (default: metadata)
          --shm WORD            how pixels come: auto, or fd (by descriptor), sysv (through a small segment), off (over the
                                socket) (default: auto, the first of these that works)
          --list [--json]       show the screens of the display, or of all displays of this machine, and end
          --list-windows [--json]
                                the same of the windows
        """

    /// Takes its own options out of `arguments` (`--name value` or `--name=value`) and leaves the rest.
    /// - Throws: `.badOption`, naming the option.
    static func parse(from arguments: inout [String]) throws(CaptureError) -> X11Options {
        var options = X11Options()
        options.display = try value("--display", &arguments)
        let screen = try value("--screen", &arguments)
        let region = try value("--region", &arguments)
        if let screen, let region {
            throw CaptureError(
                .badOption, "--screen \(screen) and --region \(region) exclude each other; a region counts from the display's corner")
        }
        if let screen { options.selection = .monitor(screen) }
        if let region { options.selection = try .region(region) }
        if let window = try value("--window", &arguments) {
            if let other = screen.map({ "--screen \($0)" }) ?? region.map({ "--region \($0)" }) {
                throw CaptureError(.badOption, "--window \(window) and \(other) exclude each other: it is one window or a part of the display")
            }
            options.window = WindowChoice(window)
        }
        if let word = try value("--cursor", &arguments) {
            guard ["metadata", "hidden"].contains(word) else {
                throw CaptureError(.badOption, "--cursor \(word): give metadata or hidden; an X server never draws the pointer into the picture")
            }
            options.hidesPointer = word == "hidden"
        }
        if let word = try value("--shm", &arguments) {
            guard let choice = TransferChoice(rawValue: word) else {
                throw CaptureError(.badOption, "--shm \(word): give auto, fd, sysv or off")
            }
            options.transfer = choice
        }
        let isList = AgentOptions.takeFlag("--list", from: &arguments)
        let isJSON = AgentOptions.takeFlag("--json", from: &arguments)
        let isWindowList = AgentOptions.takeFlag("--list-windows", from: &arguments)
        if isJSON, !isList, !isWindowList { throw CaptureError(.badOption, "--json needs --list or --list-windows") }
        if isList, isWindowList { throw CaptureError(.badOption, "--list and --list-windows exclude each other: give one of them") }
        if isList { options.listing = isJSON ? .json : .text }
        if isWindowList { options.windowListing = isJSON ? .json : .text }
        return options
    }

    private static func value(_ name: String, _ arguments: inout [String]) throws(CaptureError) -> String? {
        let value = try AgentOptions.takeValue(name, from: &arguments)
        if value == "" { throw CaptureError(.badOption, "\(name) needs a value: see --help") }
        return value
    }
}
