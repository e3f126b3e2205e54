import ArgumentParser

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Save what a broadcast with --replay has just shown.",
        discussion: """
            'splitcast status' shows how much is held.

            EXAMPLES:
              splitcast live --replay 60s
              splitcast replay save clip.mkv --last 30s
              splitcast replay save 'clip-%H%M%S.mp4'
            """, subcommands: [ReplaySaveCommand.self])
}
