import CaptureKit

/// The options that only this agent has.
struct X11Options {
    /// As given; `nil` for `$DISPLAY`.
    var display: String?
    var selection = ScreenSelection.whole
    var transfer = TransferChoice.automatic
    /// `--list`: show the screens and end.
    var listing: X11Listing.Form?

    static let usage = """
          --display NAME        the X display, such as :0 (default: $DISPLAY)
          --screen NAME         one monitor of it, as --list names them (default: all of the display)
          --region WxH+X+Y      a part of the display, in pixels
          --shm WORD            how pixels come: auto, or fd (by descriptor), sysv (through a small segment), off (over the
                                socket) (default: auto, the first of these that works)
          --list [--json]       show the screens of the display, or of all displays of this machine, and end
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
        if let word = try value("--shm", &arguments) {
            guard let choice = TransferChoice(rawValue: word) else {
                throw CaptureError(.badOption, "--shm \(word): give auto, fd, sysv or off")
            }
            options.transfer = choice
        }
        let isList = AgentOptions.takeFlag("--list", from: &arguments)
        let isJSON = AgentOptions.takeFlag("--json", from: &arguments)
        if isJSON, !isList { throw CaptureError(.badOption, "--json needs --list") }
        if isList { options.listing = isJSON ? .json : .text }
        return options
    }

    private static func value(_ name: String, _ arguments: inout [String]) throws(CaptureError) -> String? {
        let value = try AgentOptions.takeValue(name, from: &arguments)
        if value == "" { throw CaptureError(.badOption, "\(name) needs a value: see --help") }
        return value
    }
}
