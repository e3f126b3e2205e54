import ArgumentParser

struct HostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host", abstract: "Stream what agents bring that others start; wait for the first.",
        discussion: """
            EXAMPLES:
              splitcast host --group talk --to out.flv
              splitcast-capture-x11 --group talk --display :1      (in another terminal)
            """)

    @OptionGroup(title: "Targets") var targets: TargetOptions
    @OptionGroup(title: "Picture") var picture: PictureOptions
    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Running") var running: RunOptions

    func run() async throws {
        let level = try running.level()
        try await Broadcast(try plan(), level: level).run()
    }

    func plan() throws(CommandFailure) -> BroadcastPlan {
        try BroadcastPlan(capture: nil, targets: targets, picture: picture, sound: sound, run: running)
    }
}
