import ArgumentParser

struct AudioMuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Silence a source, or everything; 5 ms, without a click.",
        discussion: "'mute all' and 'unmute all' leave the mutes of the single sources as they are.")

    @Argument(help: ArgumentHelp("mic, mic-2 …, desktop, music, a pushed source's name, or all.", valueName: "SOURCE"))
    var source: String

    @OptionGroup var group: GroupOption

    func run() throws {
        try AudioRequestRun(group).steer(.mute(source: source, true))
        print("\(source): muted")
    }
}
