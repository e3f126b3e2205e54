import ArgumentParser

/// A command whose help is too long to be read at once.
protocol HasFrequentOptions: ParsableCommand {
    /// Those that `--help` shows, with their hyphens; `--help-all` shows all.
    static var frequentOptions: [String] { get }
}
