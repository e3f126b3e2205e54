import ArgumentParser

struct MusicLoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "loop", abstract: "Whether the music begins again at its end.")

    @Argument(help: ArgumentHelp("on or off.", valueName: "WORD"))
    var word: String

    @OptionGroup var group: GroupOption

    func run() throws {
        try AudioRequestRun(group).steer(.loopMusic(try OptionText.word("loop", word, [("on", true), ("off", false)])))
        print("music: loop \(word)")
    }
}
