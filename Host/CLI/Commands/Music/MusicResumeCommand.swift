import ArgumentParser

struct MusicResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Go on with paused music.")

    @OptionGroup var group: GroupOption

    func run() throws {
        try AudioRequestRun(group).steer(.resumeMusic)
        print("music: playing")
    }
}
