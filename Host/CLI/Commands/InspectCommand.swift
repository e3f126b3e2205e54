import ArgumentParser
import Codec

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show what is in a recording: streams, length, key frames, chapters, messages.",
        discussion: "Reads the file through without decoding it; nothing is changed.")

    @Argument(help: ArgumentHelp("A recording, such as talk.mkv; a playlist with its segments beside it.", valueName: "FILE"))
    var file: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        guard !file.isEmpty else { throw CommandFailure(.usage, "the file's name is empty: give a recording, such as talk.mkv") }
        do throws(CodecError) {
            let found = try MediaFile(file).inspect()
            print(json ? JSONText.of(found, isPretty: true) : InspectionText.of(found), terminator: json ? "\n" : "")
        } catch { throw CommandFailure(error.code == .notReadable || error.code == .notAFile ? .usage : .failed, error.message, cause: error) }
    }
}
