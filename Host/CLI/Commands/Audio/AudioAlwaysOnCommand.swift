import ArgumentParser

struct AudioAlwaysOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "always-on", abstract: "Whether a source's device stays open, and metered, while it is muted.",
        discussion: "On (as every source begins): unmuting is heard at once. Off: a muted device is closed, and a microphone's light goes out.")

    @Argument(help: ArgumentHelp("mic, mic-2 … or desktop.", valueName: "SOURCE"))
    var source: String

    @Argument(help: ArgumentHelp("on or off.", valueName: "WORD"))
    var word: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let isOn = try OptionText.word("always-on", word, [("on", true), ("off", false)])
        try AudioRequestRun(group).steer(.alwaysOn(source: source, isOn))
        print("\(source): always on: \(word)")
    }
}
