import AppGroup
import ArgumentParser
import Control
import Delivery
import Session

struct ReplaySaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the replay, or the last part of it, into a file.",
        discussion: "The clip begins with the key frame before, at 0; nothing is encoded again. Returns when the file is complete.")

    /// A slow disk.
    private static let timeLimit = Duration.seconds(60)

    @Argument(help: ArgumentHelp("A file, as for --record; it may have conversions of the time, such as %H%M%S.", valueName: "FILE"))
    var file: String

    @Option(help: ArgumentHelp("Only so much, from the newest back: 30s, 2m (default: all that is held).", valueName: "TIME"))
    var last: String?

    @OptionGroup var group: GroupOption

    func run() throws {
        let (request, group) = (try request(), try group.name())
        do {
            let saved = try ControlClient(group, timeLimit: Self.timeLimit).saveReplay(request)
            print("\(PlainText.of(saved.file)): \(Figure.fixed(saved.seconds)) s, \(Figure.bytes(UInt64(clamping: saved.bytes)))")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    func request() throws(CommandFailure) -> ReplayRequest {
        guard !file.contains("://"), !file.hasPrefix("@") else { throw OptionText.wrong("replay save", file, "give a file name") }
        do throws(DeliveryError) { _ = try TargetURL(parsing: file) } catch { throw CommandFailure(.usage, error.message) }
        let span = try last.map { (text) throws(CommandFailure) in
            try OptionText.duration("--last", text, ReplayRequest.shortest...ReplayRequest.longest)
        }
        return ReplayRequest(AbsolutePath.of(file), last: span)
    }
}
