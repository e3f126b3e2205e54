import ArgumentParser
import Audio

struct AudioProcessingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "processing", abstract: "What is done to the microphone's audio.",
        discussion: """
            A list of: echo (takes out what the speakers play), noise (takes out what is no voice; it may dull the voice a little), \
            gain (evens out loud and soft), high-pass (takes out rumble); or off. The list replaces the one before.
            """)

    @Argument(help: ArgumentHelp("echo,noise,gain,high-pass, or off.", valueName: "LIST"))
    var list: String

    @OptionGroup var group: GroupOption

    func run() throws {
        let wanted: VoiceProcessing
        do throws(AudioError) { wanted = try VoiceProcessing(parsing: list) } catch { throw CommandFailure(.usage, error.message) }
        let status = try AudioRequestRun(group).steer(.processing(wanted))
        print("processing: \(status.processing.isEmpty ? "off" : status.processing.joined(separator: ", "))")
    }
}
