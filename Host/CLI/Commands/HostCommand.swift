import ArgumentParser

struct HostCommand: AsyncParsableCommand, HasFrequentOptions {
    static let configuration = CommandConfiguration(
        commandName: "host", abstract: "Stream from agents that are started separately; wait for the first.",
        discussion: """
            EXAMPLES:
              splitcast host --group talk --to out.flv
              splitcast-capture-x11 --group talk --display :1   (in another terminal)
              splitcast request-agent --group talk x11 --display :1

            --agent-memory and --agent-sandbox are for agents that the host starts, when 'request-agent' or 'swap' ask for them.
            """)

    static let frequentOptions = [
        "--to", "--service", "--key", "--record", "--mic", "--desktop-audio", "--agent-memory", "--source", "--size", "--fps", "--bitrate",
        "--quality", "--use", "--http", "--group", "--duration",
    ]

    @OptionGroup(title: "Wayland's portal") var cast: CastOptions
    @OptionGroup(title: "Agents") var agents: AgentOptions
    @OptionGroup(title: "Sources and layers") var layers: LayerOptions
    @OptionGroup(title: "Targets") var targets: TargetOptions
    @OptionGroup(title: "Recording") var recording: RecordingOptions
    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Bit rate") var rate: RateOptions
    @OptionGroup(title: "Audio") var audio: AudioOptions
    @OptionGroup(title: "Streams") var coding: CodingOptions
    @OptionGroup(title: "Events and hotkeys") var events: EventOptions
    @OptionGroup(title: "Configuration") var configured: ConfigurationOptions
    @OptionGroup(title: "Running") var running: RunOptions

    func run() async throws {
        let level = try running.level()
        try await Broadcast(try plan(), level: level, reloader: ConfigurationReloader.make).run()
    }

    func plan() throws(CommandFailure) -> BroadcastPlan {
        try BroadcastPlan(
            capture: nil, cast: cast, agents: agents, layers: layers, targets: targets, recording: recording, picture: picture, rate: rate,
            audio: audio, coding: coding, events: events, run: running)
    }
}
