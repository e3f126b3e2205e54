import ArgumentParser

struct LiveCommand: AsyncParsableCommand, HasFrequentOptions {
    static let configuration = CommandConfiguration(
        commandName: "live", abstract: "Stream this desktop: a host, and a capture agent for the screen.",
        discussion: """
            Without --to and --record it is seen on the page only. Ctrl-C ends it cleanly, a second one at once.

            EXAMPLES:
              splitcast live
              splitcast live --to rtmp://live.example.com/app/KEY --record talk.mkv
              splitcast live --to 'srt://example.com:9000?streamid=x'
              splitcast live --record a.mkv --split 10m
              splitcast live --display :1 --size 1280x720 --fps 30 --bitrate 3500k
              splitcast live --to @key.txt --quality smooth --min-bitrate 300k
              splitcast live --mic default --desktop-audio --mic-processing echo,noise
              splitcast live --mic "USB Headset" --desktop-audio app=Firefox
              splitcast live --mic none --group talk --duration 60
              splitcast live --audio-only --audio-codec opus --record talk.opus
              splitcast live --window "Mozilla Firefox" --cursor hidden
              splitcast live --window cam="Mozilla Firefox" --layer cam=bottom-right
              splitcast live --capture pipewire --window --cursor embedded
              splitcast live --capture wlr --screen HEADLESS-1
              splitcast live --capture media --file talk.mkv --loop
              splitcast live --source cam=media:/dev/video0 --layer cam=bottom-right
              splitcast live --scene talk --overlay logo.png,at=0.8,0.05,width=0.15
              splitcast live --use talk --to @key.txt
              splitcast live --agent-memory 8M --hold 1s --slate-text "Back soon"

            Under Wayland the desktop asks once whether its screen may be shared, and then never again; 'splitcast doctor' tells \
            what this desktop can do.

            While it runs: 'splitcast agents' shows who captures, 'splitcast swap' exchanges it, from one display to another for \
            instance, and viewers notice nothing. 'splitcast audio' shows levels and changes gains and mutes, 'splitcast music play' \
            adds music.
            """)

    static let frequentOptions = [
        "--to", "--service", "--key", "--record", "--capture", "--screen", "--window", "--mic", "--desktop-audio", "--source",
        "--size", "--fps", "--bitrate", "--use", "--http", "--group",
    ]

    @OptionGroup(title: "Capture") var capture: CaptureOptions
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
            capture: capture, cast: cast, agents: agents, layers: layers, targets: targets, recording: recording, picture: picture, rate: rate,
            audio: audio, coding: coding, events: events, run: running)
    }
}
