import AgentProtocol
public import AppGroup
public import Frames
import Glibc
public import Platform

/// The options every agent takes. Agents read their few options themselves: swift-argument-parser would cost 4 MiB.
public struct AgentOptions: Sendable {
    public var group = GroupName.standard
    public var place = "screen"
    /// Any text to be shown beside the agent; at most `AgentExtra.longest` bytes.
    public var extra = ""
    /// Most frames a second in thousandths; `nil` leaves it to the host.
    public var milliFramesPerSecond: UInt32?
    /// `nil` for "auto": what the backend knows.
    public var orientation: Orientation?
    /// Ends when its host goes away, instead of waiting for the next one. The host says so to the agents it starts.
    public var endsWithHost = false
    /// Waits behind a live agent instead of taking over from it.
    public var isStandby = false
    public var sandbox = SandboxMode.off

    public init() {}

    /// Takes the common options out of `arguments` and leaves the rest.
    ///
    /// - Throws: `CaptureError.Code.badOption` naming the option, its value and the right form.
    public static func parse(from arguments: inout [String]) throws(CaptureError) -> AgentOptions {
        var options = AgentOptions()
        if let text = try takeValue("--group", from: &arguments) ?? GroupName.environmentText {
            do throws(GroupError) { options.group = try GroupName(text) } catch { throw CaptureError(.badOption, error.message, cause: error) }
        }
        if let text = try takeValue("--place", from: &arguments) {
            guard (1...32).contains(text.utf8.count) else { throw CaptureError(.badOption, "--place takes a name of 1 to 32 bytes") }
            options.place = text
        }
        if let text = try takeValue("--extra", from: &arguments) {
            guard text.utf8.count <= AgentExtra.longest else {
                throw CaptureError(.badOption, "--extra takes at most \(AgentExtra.longest) bytes, and this text has \(text.utf8.count)")
            }
            options.extra = text
        }
        if let text = try takeValue("--fps", from: &arguments) {
            guard let rate = Double(text), rate >= 0.1, rate <= 240 else {
                throw CaptureError(.badOption, "--fps \(text): give a number from 0.1 to 240")
            }
            options.milliFramesPerSecond = UInt32(clamping: rate * 1000)
        }
        if let text = try takeValue("--orientation", from: &arguments), text != "auto" {
            guard let orientation = Orientation(word: text) else {
                let names = Orientation.allCases.map(\.word).joined(separator: ", ")
                throw CaptureError(.badOption, "--orientation \(text): give auto, \(names)")
            }
            options.orientation = orientation
        }
        if let text = try takeValue("--sandbox", from: &arguments) {
            guard let mode = SandboxMode(rawValue: text) else {
                throw CaptureError(.badOption, "--sandbox \(text): give strict, permissive or off")
            }
            options.sandbox = mode
        }
        options.isStandby = takeFlag("--standby", from: &arguments)
        options.endsWithHost = takeFlag("--ends-with-host", from: &arguments)
        return options
    }

    /// What `--help` says of them.
    public static let usage = """
          --group NAME          the group to attach to (default: $SPLITCAST_GROUP, or default)
          --place NAME          the source that it captures for (default: screen)
          --extra TEXT          any text that the host shows beside the agent, such as "room 2"; at most 128 bytes
          --fps N               at most N frames a second, 0.1 to 240 (default: what the host asks for)
          --orientation WORD    auto, or up, right, down, left, each also as WORD-mirrored: how frames must be turned
                                to stand upright (default: auto)
          --standby             wait behind the agent that is live, ready to take over, instead of taking over at once
          --sandbox WORD        what the agent may do once it is set up: strict (nothing that capturing does not need: no
                                file, connection or process), permissive (the kernel logs it) or off (default: off; the
                                host starts its agents with strict). What this kernel cannot enforce is reported, and
                                shown by 'splitcast agents'. No sandbox keeps a client of an X server from reading keys
                                and injecting input there
          --ends-with-host      end when the host goes away, instead of waiting for the next one
          --help                show this
          --version             show the version
        """

    /// Removes `name VALUE` or `name=VALUE` (the last one counts) and returns the value.
    public static func takeValue(_ name: String, from arguments: inout [String]) throws(CaptureError) -> String? {
        var found: String?
        var index = 0
        while index < arguments.count {
            if arguments[index] == name {
                guard index + 1 < arguments.count else { throw CaptureError(.badOption, "\(name) needs a value: see --help") }
                found = arguments[index + 1]
                arguments.removeSubrange(index...index + 1)
            } else if arguments[index].hasPrefix(name + "=") {
                found = String(arguments[index].dropFirst(name.count + 1))
                arguments.remove(at: index)
            } else {
                index += 1
            }
        }
        return found
    }

    public static func takeFlag(_ name: String, from arguments: inout [String]) -> Bool {
        let before = arguments.count
        arguments.removeAll { $0 == name }
        return arguments.count < before
    }
}
