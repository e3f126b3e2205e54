import ArgumentParser
import Audio

struct AudioChannelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "Which of a source's channels go where.",
        discussion: "stereo; mono: the mean of both on both sides; left, right: that one on both sides; swapped.")

    @Argument(help: ArgumentHelp("mic, mic-2 …, desktop, music, or a pushed source's name.", valueName: "SOURCE"))
    var source: String

    @Argument(help: ArgumentHelp("stereo, mono, left, right or swapped.", valueName: "WORD"))
    var word: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let map = try OptionText.word("channels", word, ChannelMap.allCases.map { ($0.word, $0) })
        try AudioRequestRun(group).steer(.channels(source: source, map))
        print("\(source): \(word)")
    }
}
