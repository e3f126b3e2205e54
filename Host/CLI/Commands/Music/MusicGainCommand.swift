import ArgumentParser

struct MusicGainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gain", abstract: "Make the music louder or softer; as 'splitcast audio gain music'.")

    @Argument(help: ArgumentHelp("0 to 100 (100 leaves it alone, 50 is -6dB), or -60dB to +24dB.", valueName: "GAIN"))
    var gain: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let status = try AudioRequestRun(group).steer(.gain(source: "music", try AudioGainCommand.read(gain)))
        guard let music = status.sources.first(where: { $0.id == "music" }) else { return }
        print("music: gain \(Figure.fixed(music.gainDecibels)) dB (\(Figure.fixed(music.gain, 0)))")
    }
}
