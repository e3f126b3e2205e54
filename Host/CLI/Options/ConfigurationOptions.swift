import ArgumentParser

/// Where a broadcast's options come from beside the command line. Read before the others: see `ConfiguredCommandLine`.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Begin with the options of these settings: desktop, sharp, smooth, talk, lecture, low-memory, screen, or your own in the "
                + "configuration file. What is typed is stronger. NAME,NAME: the later one is stronger.", valueName: "NAME"))
    var use: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration file, or none (default: ~/.config/splitcast/config.yaml, where there is one).", valueName: "FILE"))
    var config: String?
}
