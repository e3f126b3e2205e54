import ArgumentParser

struct MusicPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause the music; 'music resume' goes on from there.")

    @OptionGroup var group: GroupOption

    func run() throws {
        try AudioRequestRun(group).steer(.pauseMusic)
        print("music: paused")
    }
}
