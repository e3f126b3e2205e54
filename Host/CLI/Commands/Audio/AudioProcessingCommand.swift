import ArgumentParser
import Audio

struct AudioProcessingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processing", abstract: "What is done to a microphone's audio.",
        discussion: """
            A list of: echo (takes out what the speakers play), noise (takes out what is no voice; it may dull the voice a little), \
            gain (evens out loud and soft), high-pass (takes out rumble), gate (lowers what is soft), equalizer (clearer speech), \
            compressor (brings loud and soft closer); or off. The list replaces the one before. Without SOURCE: of every microphone.
            """)

    @Argument(help: ArgumentHelp("[SOURCE] LIST: mic, mic-2 …; echo,noise,gain,high-pass,gate,equalizer,compressor, or off.", valueName: "WORD"))
    var words: [String]

    @OptionGroup var group: GroupOption

    func run() throws {
        let source = words.count > 1 ? words[0] : nil
        guard let list = words.last, words.count <= 2 else {
            throw CommandFailure(.usage, "audio processing takes a list, and a source before it: give mic-2 echo,noise")
        }
        let wanted: VoiceProcessing
        do throws(AudioError) { wanted = try VoiceProcessing(parsing: list) } catch { throw CommandFailure(.usage, error.message) }
        let status = try AudioRequestRun(group).steer(.processing(source: source, wanted))
        for changed in status.sources where changed.kind == "microphone" && source ?? changed.id == changed.id {
            print("\(changed.id): processing \(changed.processing.isEmpty ? "off" : changed.processing.joined(separator: ", "))")
        }
    }
}
