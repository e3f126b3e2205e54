import ArgumentParser

struct MusicStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "End the music.")

    @OptionGroup var group: GroupOption

    func run() throws {
        try AudioRequestRun(group).steer(.stopMusic)
        print("music: stopped")
    }
}
