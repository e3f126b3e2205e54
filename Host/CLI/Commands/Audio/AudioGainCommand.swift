import ArgumentParser
import Audio

struct AudioGainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gain", abstract: "Make a source louder or softer; the change is smooth.",
        discussion: "GAIN is from -60dB to +24dB, or 0 to 100: linear in amplitude, 100 leaves the audio alone and 50 is -6dB.")

    @Argument(help: ArgumentHelp("mic, mic-2 …, desktop, music, or a pushed source's name.", valueName: "SOURCE"))
    var source: String

    @Argument(help: ArgumentHelp("-6dB, +3dB or 50.", valueName: "GAIN"))
    var gain: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let wanted = try Self.read(gain)
        let status = try AudioRequestRun(group).steer(.gain(source: source, wanted))
        guard let changed = status.sources.first(where: { $0.id == source }) else { return }
        print("\(source): gain \(Figure.fixed(changed.gainDecibels)) dB (\(Figure.fixed(changed.gain, 0)))")
    }

    static func read(_ text: String) throws(CommandFailure) -> AudioGain {
        do throws(AudioError) { return try AudioGain(parsing: NegativeValues.plain(text)) } catch { throw CommandFailure(.usage, error.message) }
    }
}
