import CaptureKit

/// The options that only this agent has.
struct WlrootsOptions {
    /// As given; `nil` for `$WAYLAND_DISPLAY`.
    var display: String?
    var choice = ScreenChoice.first
    var showsCursor = true
    /// `--list`: show the screens and end.
    var listing: WaylandListing.Form?
    /// `--redraw`: have the screens drawn once more and end.
    var redraws = false

    static let usage = """
          --display NAME        the Wayland display, such as wayland-1 (default: $WAYLAND_DISPLAY)
          --screen NAME         one screen of it, as --list names them (default: the first)
          --region WxH+X+Y      a part of the screen, in the desktop's units, which a scale makes larger than pixels; from the
                                corner of --screen, or else of the desktop, as slurp prints it ("X,Y WxH" is accepted too)
          --cursor WORD         embedded (in the picture) or hidden (default: embedded)
          --list [--json]       show the screens of the display, and end
          --redraw              have its screens drawn once more, which no one sees, and end: for portals that wait for a change
        """

    /// Takes its own options out of `arguments` (`--name value` or `--name=value`) and leaves the rest.
    /// - Throws: `.badOption`, naming the option.
    static func parse(from arguments: inout [String]) throws(CaptureError) -> WlrootsOptions {
        var options = WlrootsOptions()
        options.display = try value("--display", &arguments)
        let screen = try value("--screen", &arguments)
        if let text = try value("--region", &arguments) {
            options.choice = .region(try RegionText.rectangle(text), of: screen)
        } else if let screen {
            options.choice = .named(screen)
        }
        if let word = try value("--cursor", &arguments) {
            guard word == "embedded" || word == "hidden" else {
                let reason = word == "metadata" ? "wlroots does not tell the cursor apart from the picture; " : ""
                throw CaptureError(.badOption, "--cursor \(word): \(reason)give embedded or hidden")
            }
            options.showsCursor = word == "embedded"
        }
        let isList = AgentOptions.takeFlag("--list", from: &arguments)
        let isJSON = AgentOptions.takeFlag("--json", from: &arguments)
        if isJSON, !isList { throw CaptureError(.badOption, "--json needs --list") }
        options.redraws = AgentOptions.takeFlag("--redraw", from: &arguments)
        if isList { options.listing = isJSON ? .json : .text }
        return options
    }

    private static func value(_ name: String, _ arguments: inout [String]) throws(CaptureError) -> String? {
        let value = try AgentOptions.takeValue(name, from: &arguments)
        if value == "" { throw CaptureError(.badOption, "\(name) needs a value: see --help") }
        return value
    }
}
