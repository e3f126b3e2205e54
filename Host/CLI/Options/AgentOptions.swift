import ArgumentParser
import Control
import Session

/// What holds the agents that the host starts, and what viewers see while there is none.
struct AgentOptions: ParsableArguments {
    @Option(
        name: .customLong("agent-memory"),
        help: ArgumentHelp(
            "Memory limit of agents that the host starts: 8M, 16M, 1G, or off (default: 16M, and 64M for media).",
            discussion: "In a memory cgroup where one can be made, by resource limits elsewhere; 'splitcast agents' shows which. The picture does "
                + "not count, it lies in the host's memory. An agent that wants more is ended and started again; the stream goes on.",
            valueName: "SIZE"))
    var memory: String?

    @Option(
        name: .customLong("agent-sandbox"),
        help: ArgumentHelp(
            "How such an agent is confined once it is set up: strict, permissive (only logged) or off (default: strict).",
            discussion: "No new connection, file, process or network use. Not contained: a client of an X server can read keys and inject input.",
            valueName: "WORD"))
    var sandbox: String?

    @Option(
        help: ArgumentHelp(
            "How long the last picture stays when its agent is gone: 0s to 1h, or forever; then comes the slate (default: 3s).", valueName: "TIME"))
    var hold: String?

    @Option(
        help: ArgumentHelp(
            "A picture to show as the slate, .png or .jpg; off keeps the last picture of an agent that is gone, as --hold forever does.",
            valueName: "FILE|off"))
    var slate: String?

    @Option(
        help: ArgumentHelp(
            "A picture for viewers whose link carries no moving one, .png or .jpg (default: the slate, with 'Poor connection').", valueName: "FILE"))
    var poorPicture: String?

    @Option(help: ArgumentHelp("The text on the slate, one line (default: \(SlateChoice().text); during a pause: Paused).", valueName: "TEXT"))
    var slateText: String?

    @Option(help: ArgumentHelp("The slate's colour; quote it, for the shell.", valueName: "'#RRGGBB'"))
    var slateColor: String?

    @Option(
        help: ArgumentHelp(
            "A video file to show in place of the slate, as 'splitcast background --clip' does; at most 60 s.", valueName: "FILE"))
    var backgroundClip: String?

    @Option(
        help: ArgumentHelp(
            "What comes while nothing can be captured, and for how long: hold=3s,slate=10m,audio=1h,stop (default: hold=3s,slate).",
            discussion: "The last picture, the slate or the clip, the audio alone, the end. A pause is no such loss.", valueName: "LIST"))
    var onLoss: String?

    @Option(
        help: ArgumentHelp(
            "What viewers get while the desktop is locked, switched (away), display-off or about to sleep, such as locked=slate,sleep=stop "
                + "(default: slate, but display-off=show).",
            discussion: "show goes on as always; slate, audio (no picture) or stop (the end).", valueName: "LIST"))
    var onDesktop: String?

    @Option(
        help: ArgumentHelp(
            "What the machine is kept from while the broadcast runs: sleep, idle, sleep,idle or off (default: sleep,idle).",
            discussion: "By logind's inhibitor locks; where there is no logind, nothing is done.", valueName: "LIST"))
    var inhibit: String?

    private static let longestText = 80

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        if let memory { configuration.agentMemory = .each(try Self.limit("--agent-memory", memory)) }
        if let sandbox {
            configuration.agentSandbox = try OptionText.word("--agent-sandbox", sandbox, AgentSandbox.allCases.map { ($0.word, $0) })
        }
        if let hold {
            configuration.holdTime = hold == "forever" ? nil : try OptionText.duration("--hold", hold, .zero ... .seconds(3600), "or forever")
        }
        if slate == "off" { try refuseWithoutSlate(configuration.holdTime) }
        if slate == "off" { configuration.holdTime = nil }
        configuration.slate = try slateChoice()
        if let backgroundClip {
            guard slate != "off" else {
                throw CommandFailure(.usage, "--background-clip takes the place of a slate: leave out --slate off")
            }
            configuration.backgroundClip = try ClipFileOption.choice("--background-clip", backgroundClip, from: nil, to: nil, isTrimmed: false)
        }
        try applyLoss(to: &configuration)
        if let inhibit { configuration.inhibited = try InhibitOption.parse("--inhibit", inhibit) }
        if let onDesktop { configuration.desktopPolicies = try DesktopPolicyOption.parse("--on-desktop", onDesktop) }
    }

    private func applyLoss(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        guard let onLoss else { return }
        guard slate != "off" else { throw CommandFailure(.usage, "--slate off keeps the last picture for ever: leave it out, or --on-loss") }
        let (time, ladder) = try LossLadderOption.parse("--on-loss", onLoss)
        guard hold == nil || time == nil && ladder != nil else {
            throw CommandFailure(.usage, "--hold and hold in --on-loss say the same: give one of them")
        }
        if let time { configuration.holdTime = time }
        if let ladder { configuration.lossLadder = ladder } else { configuration.holdTime = nil }
    }

    /// `nil` for none.
    private static func limit(_ option: String, _ text: String) throws(CommandFailure) -> Int? {
        guard text != "off" else { return nil }
        let bytes = try OptionText.memory(option, text)
        let least = SessionConfiguration.leastAgentMemoryBytes
        guard bytes >= least else {
            throw OptionText.wrong(option, text, "an agent needs at least \((least + (1 << 20) - 1) >> 20) MiB; give more, or off for no limit")
        }
        return bytes
    }

    /// What makes no sense beside `--slate off`.
    private func refuseWithoutSlate(_ holdTime: Duration?) throws(CommandFailure) {
        if hold != nil, holdTime != nil {
            throw CommandFailure(.usage, "--slate off keeps the last picture for ever and --hold \(hold ?? "") does not: give one of them")
        }
        guard let useless = [("--slate-text", slateText), ("--slate-color", slateColor)].first(where: { $0.1 != nil }) else { return }
        throw CommandFailure(.usage, "\(useless.0) needs a slate: leave out --slate off")
    }

    private func slateChoice() throws(CommandFailure) -> SlateChoice {
        var choice = SlateChoice()
        if let slate, slate != "off" {
            guard slateText == nil else {
                throw CommandFailure(.usage, "--slate and --slate-text exclude each other: a picture has its own text")
            }
            choice.picture = try PictureFile.checked("--slate", slate, isOptional: true)
        }
        if let slateText {
            guard slateText.count <= Self.longestText, PlainText.isPlain(slateText), !slateText.contains(where: \.isNewline) else {
                throw OptionText.wrong(
                    "--slate-text", String(slateText.prefix(20)) + "…", "give one line of at most \(Self.longestText) characters")
            }
            choice.text = slateText
        }
        if let poorPicture { choice.poorPicture = try PictureFile.checked("--poor-picture", poorPicture) }
        if let slateColor { choice.colour = try OptionText.colour("--slate-color", slateColor) }
        return choice
    }
}
