import ArgumentParser

/// Where the sound comes from.
struct SoundOptions: ParsableArguments {
    @Option(
        name: .customLong("mic"),
        help: ArgumentHelp("default, none (silence is sent), or a name from 'splitcast sources' (default: default).", valueName: "NAME"))
    var microphone: String?
}
