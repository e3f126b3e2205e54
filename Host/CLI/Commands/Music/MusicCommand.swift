import ArgumentParser

struct MusicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "music", abstract: "Play music into the mix of a running host: a file or an address.",
        discussion: """
            EXAMPLES:
              splitcast music play song.ogg --loop
              splitcast music play https://radio.example.com/stream.mp3
              splitcast music pause
              splitcast music gain 40
            """,
        subcommands: [
            MusicPlayCommand.self, MusicPauseCommand.self, MusicResumeCommand.self, MusicStopCommand.self, MusicGainCommand.self,
            MusicLoopCommand.self,
        ])

    /// Here too, so that it may stand before the subcommand, which gets it from here.
    @OptionGroup var group: GroupOption
}
