import ArgumentParser
import Downloads

struct HLSRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rm", abstract: "Delete a talk that was fetched, or was begun to be.")

    @Argument(help: ArgumentHelp("Its title or name, as 'splitcast hls list' has it.", valueName: "TALK"))
    var talk: String

    func run() throws {
        let found = try TalkChoice.talk(talk)
        do throws(DownloadError) { try found.remove() } catch { throw CommandFailure(error) }
    }
}
