import ArgumentParser
import Audio

struct AudioOffsetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offset", abstract: "Let a source be heard later, or earlier; without a click.",
        discussion: """
            TIME is from -500ms (earlier) to +2000ms (later); 0 is as captured. The first source that is to be earlier \
            makes all audio wait that long, once.
            """)

    @Argument(help: ArgumentHelp("mic, mic-2 …, desktop, music, or a pushed source's name.", valueName: "SOURCE"))
    var source: String

    @Argument(help: ArgumentHelp("+40ms, -40ms or 0.", valueName: "TIME"))
    var time: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let status = try AudioRequestRun(group).steer(.offset(source: source, try Self.read(time)))
        guard let changed = status.sources.first(where: { $0.id == source }) else { return }
        print("\(source): \(OffsetText.of(changed.offsetMilliseconds))")
    }

    static func read(_ text: String) throws(CommandFailure) -> AudioOffset {
        do throws(AudioError) { return try AudioOffset(parsing: NegativeValues.plain(text)) } catch { throw CommandFailure(.usage, error.message) }
    }
}
