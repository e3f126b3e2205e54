import ArgumentParser
import Logging

/// How a broadcast runs and what it logs.
struct RunOptions: ParsableArguments {
    @OptionGroup var group: GroupOption

    @Option(help: ArgumentHelp("End by itself after: 60, 90s, 5m, 1h.", valueName: "TIME"))
    var duration: String?

    @Flag(help: "Log more; the same as --log-level debug.")
    var verbose = false

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning, error or critical (default: info).", valueName: "LEVEL"))
    var logLevel: String?

    func level() throws(CommandFailure) -> Logger.Level {
        guard let logLevel else { return verbose ? .debug : .info }
        return try OptionText.word("--log-level", logLevel, Logger.Level.allCases.map { ($0.rawValue, $0) })
    }
}
