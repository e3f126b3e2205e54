import ArgumentParser

struct HLSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hls", abstract: "Look at HLS streams, check them, fetch them and play what was fetched.",
        subcommands: [
            HLSInspectCommand.self, HLSCheckCommand.self, HLSFetchCommand.self, HLSListCommand.self, HLSRemoveCommand.self, HLSPlayCommand.self,
        ])
}
