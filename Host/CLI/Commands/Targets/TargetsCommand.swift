import ArgumentParser

struct TargetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "targets", abstract: "Show and change where the stream of a running host goes.",
        discussion: """
            ID is a target's number, as the list shows it.

            STATE    idle, connecting, connected (accepted, nothing sent yet), live,
                     reconnecting, paused, failed (given up: see 'reconnect'), closed

            EXAMPLES:
              splitcast targets                        the list; --json for programs
              splitcast targets add rtmp://live.example.com/app/KEY
              splitcast targets add --service twitch --key @twitch.txt
              splitcast targets add talk.mkv           a recording from now on
              splitcast targets pause 2                hang up, until 'resume'
              splitcast targets resume 2
              splitcast targets remove 2               files are closed
              splitcast reconnect 2                    a new connection now
            """,
        subcommands: [
            TargetsShowCommand.self, TargetsAddCommand.self, TargetsRemoveCommand.self, TargetsPauseCommand.self, TargetsResumeCommand.self,
        ], defaultSubcommand: TargetsShowCommand.self)

    /// Here too, so that it may stand before the subcommand, which gets it from here.
    @OptionGroup var group: GroupOption
}
