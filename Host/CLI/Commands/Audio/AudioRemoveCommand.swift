import ArgumentParser

struct AudioRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a microphone, or the desktop's audio, out of the mix; without a click, and nothing else changes.",
        discussion: "Its device is closed. A track of its own in recordings goes on with silence.")

    @Argument(help: ArgumentHelp("mic, mic-2 … or desktop.", valueName: "SOURCE"))
    var source: String

    @OptionGroup var group: GroupOption

    func run() throws {
        try AudioRequestRun(group).steer(.remove(source: source))
        print("\(source): removed from the mix")
    }
}
