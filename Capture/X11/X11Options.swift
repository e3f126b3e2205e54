import CaptureKit

/// The options that only this agent has.
struct X11Options {
    /// As given; `nil` for `$DISPLAY`.
    var display: String?
    var selection = ScreenSelection.whole
    var transfer = TransferChoice.automatic

    static let usage: [String] = [
        "--display NAME      X display, for example :0 (default: $DISPLAY)",
        "--screen NAME       one monitor of it, as --list names them (default: all of the display)",
        "--region WxH+X+Y    a part of the display, in pixels",
        "--shm auto|fd|sysv|off",
        "                    how pixels come: by descriptor, by a small SysV segment, or over the socket",
        "                    (default: auto, the first of these that works)",
    ]

    /// Takes its own options out of `arguments` (`--name value` or `--name=value`) and leaves the rest.
    /// - Throws: `.badOption`, naming the option.
    static func take(from arguments: inout [String]) throws(CaptureError) -> X11Options {
        var options = X11Options()
        var rest: [String] = []
        var screen: String?
        var region: String?
        var index = 0
        while index < arguments.count {
            let parts = arguments[index].split(separator: "=" as Character, maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            guard ["--display", "--screen", "--region", "--shm"].contains(name) else {
                rest.append(arguments[index])
                index += 1
                continue
            }
            if parts.count == 1 { index += 1 }
            guard let value = parts.count == 2 ? String(parts[1]) : arguments.indices.contains(index) ? arguments[index] : nil, !value.isEmpty
            else { throw CaptureError(.badOption, "\(name) needs a value") }
            index += 1
            switch name {
            case "--display": options.display = value
            case "--screen": screen = value
            case "--region": region = value
            default:
                guard let choice = TransferChoice(rawValue: value) else {
                    throw CaptureError(.badOption, "--shm \"\(value)\" is none of auto, fd, sysv, off")
                }
                options.transfer = choice
            }
        }
        if let screen, let region {
            throw CaptureError(.badOption, "--screen \(screen) and --region \(region) exclude each other; a region counts from the display's corner")
        }
        if let screen { options.selection = .monitor(screen) }
        if let region { options.selection = try .region(region) }
        arguments = rest
        return options
    }
}
