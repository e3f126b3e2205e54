import ArgumentParser

@testable import Conformance

/// `splitcast conformance`, which is a program of its own, for the tests of the manual. Apart, since both programs have a `ConformanceCommand`.
enum ConformancePages {
    /// The help text of each of its commands.
    static var help: [String: String] {
        let shown = ConformanceCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return Dictionary(
            uniqueKeysWithValues: shown.map {
                ($0.configuration.commandName ?? "", ConformanceCommand.helpMessage(for: $0, columns: 10_000))
            })
    }

    static func parse(_ words: [String]) throws { _ = try ConformanceCommand.parseAsRoot(words) }
}
