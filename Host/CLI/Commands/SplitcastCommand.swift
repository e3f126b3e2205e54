import ArgumentParser
import Session

/// The whole command line; see `--help`.
struct SplitcastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "splitcast",
        abstract: "Streams a Linux desktop with audio.",
        discussion: """
            A capture agent grabs the screen; the host encodes and sends: to a page on this
            machine, to RTMP and SRT servers, into files.

            EXAMPLES:
              splitcast live                                to http://127.0.0.1:8080/
              splitcast live --to rtmp://live.example.com/app/KEY --record talk.mkv
              splitcast stop                                end it, files closed
              splitcast live --capture pattern --mic none   a test card, to try it out
              splitcast status --follow                     what is running
              splitcast top                                 the same full screen, with keys
              splitcast agents                              who captures, how it is held
              splitcast swap x11 --display :1               another display, unnoticed
              splitcast layer set cam bottom-right 320x180  where a source is shown
              splitcast layout set side-by-side             all sources at once
              splitcast scene show talk --transition fade   what 'scene save talk' kept
              splitcast audio                               sources, levels, gains, mutes
              splitcast music play song.ogg --loop          music in the mix
              splitcast targets add talk.mkv                stream or record there as well
              splitcast set bitrate 2000k --min 300k        limit the picture's bit rate
              splitcast preflight rtmp://…/app/KEY          test the network
              splitcast check-url rtmp://…/app/KEY          what is wrong with an address
              splitcast events --follow                     what happens, and what to do
              splitcast message '{"quiz":1}' --repeat 100   a text inside the stream
              splitcast mark "Questions"                    a chapter in the recordings
              splitcast replay save clip.mkv                what was just shown
              splitcast snapshot --out shots/               a picture of what viewers see
              splitcast inspect talk.mkv                    what is in a recording
              splitcast remux talk.mkv talk.mp4             into another container
              splitcast hls inspect https://…/master.m3u8   variants of an HLS stream
              splitcast sources                             screens, microphones, audio
              splitcast encoders                            which encoders work here
              splitcast doctor                              what this desktop can do
              splitcast live --use talk                     options under a name
              splitcast config show                         where they come from

            EXIT CODES:
              0    ended cleanly, or did what was asked
              1    failed: every target is lost, one never got anything, nothing was
                   captured, the page's port is in use, …
              2    an option, a value or an address is wrong
              3    nothing to capture, or no way to capture it
              4    trouble with the group: a host runs in it already, or none does,
                   or it belongs to someone else
              130  ended at once by a second Ctrl-C

            The first Ctrl-C or SIGTERM ends cleanly; SIGHUP reads the configuration file again. Stream keys are never printed; so that \
            'ps' does not show them either, put addresses into a file and give --to @FILE.
            """,
        version: SessionStatus.programVersion,
        groupedSubcommands: groups)

    /// As the help shows them. Those that no person types are in the last one.
    private static let groups: [CommandGroup] = [
        CommandGroup(
            name: "Broadcast",
            subcommands: [
                LiveCommand.self, HostCommand.self, StatusCommand.self, TopCommand.self, EventsCommand.self, StopCommand.self, RestartCommand.self,
                SetCommand.self,
            ]),
        CommandGroup(
            name: "Capture",
            subcommands: [
                SourcesCommand.self, AgentsCommand.self, SwapCommand.self, RequestAgentCommand.self, StopAgentCommand.self, AttachCommand.self,
                DetachCommand.self, PauseCommand.self, ResumeCommand.self,
            ]),
        CommandGroup(
            name: "Picture and audio",
            subcommands: [
                LayerCommand.self, LayoutCommand.self, ZoomCommand.self, CameraCommand.self, OverlayCommand.self, SceneCommand.self,
                FilterCommand.self, BackgroundCommand.self, AudioCommand.self, MusicCommand.self,
            ]),
        CommandGroup(
            name: "Target",
            subcommands: [TargetsCommand.self, ReconnectCommand.self, PreflightCommand.self, CheckURLCommand.self, MessageCommand.self]),
        CommandGroup(
            name: "Recording",
            subcommands: [
                MarkCommand.self, ReplayCommand.self, SnapshotCommand.self, InspectCommand.self, RemuxCommand.self, HLSCommand.self,
            ]),
        CommandGroup(
            name: "Machine",
            subcommands: [
                InitCommand.self, ConfigCommand.self, ServiceCommand.self, DoctorCommand.self, EncodersCommand.self, TraceCommand.self,
                ConformanceCommand.self, TryEncoderCommand.self, RunEncoderCommand.self, RunFilterCommand.self, RunHookCommand.self,
            ]),
    ]

    /// Runs a command line; returns the exit code.
    static func launch(_ arguments: [String]) async -> Int32 {
        var configured: ConfiguredCommandLine?
        func explain(_ message: String) -> String { configured?.explain(message) ?? message }
        do {
            try CommandWord.check(arguments)
            if HelpPage.isAskedForAll(arguments) {
                print(HelpPage(of: arguments).full)
                return 0
            }
            configured = try ConfiguredCommandLine(arguments)
            if ["live", "host"].contains(arguments.first) {
                for line in ConfiguredCommandLine.unknownVariables(in: ConfiguredCommandLine.environment) { Console.standard.complain(line) }
            }
            var command = try parseAsRoot(NegativeValues.marked(configured?.arguments ?? arguments))
            if var asynchronous = command as? any AsyncParsableCommand { try await asynchronous.run() } else { try command.run() }
            return 0
        } catch let failure as CommandFailure {
            Console.standard.complain(failure.code == .usage ? explain(failure.message) : failure.message)
            return failure.exitCode
        } catch {
            if exitCode(for: error).isSuccess {
                let message = fullMessage(for: error)
                // Versions and scripts for completion are not help.
                print(message.hasPrefix(HelpPage.overview) ? HelpPage(of: arguments, text: message).text : message)
                return 0
            }
            Console.standard.complain(explain(AddressMask.masking(message(for: error))) + " (see '\(CommandWord.path(arguments)) --help')")
            return CommandFailure.Code.usage.rawValue
        }
    }
}
