import ArgumentParser
import Platform

/// The words at the beginning of a command line that name a command, looked at before the options that stand behind them.
enum CommandWord {
    /// As far as a mistyped name may be from the one that is meant.
    private static let farthest = 2

    /// What is wrong with them: a name that no command has, and the nearest one that there is.
    static func check(_ words: [String]) throws(CommandFailure) {
        var (rest, path) = (words[...], ["splitcast"])
        if rest.first == "help" { rest.removeFirst() }
        var known: [any ParsableCommand.Type] = SplitcastCommand.configuration.subcommands
        while let word = rest.popFirst(), !known.isEmpty, !word.hasPrefix("-") {
            guard let next = known.first(where: { $0._commandName == word }) else { throw unknown(word, path, known.map { $0._commandName }) }
            path.append(word)
            known = next.configuration.subcommands
        }
    }

    /// The command that they name, as far as they do.
    static func type(_ words: [String]) -> any ParsableCommand.Type {
        var found: any ParsableCommand.Type = SplitcastCommand.self
        for word in words {
            guard let next = found.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            found = next
        }
        return found
    }

    /// The same with the words before it, as it is typed.
    static func path(_ words: [String]) -> String {
        var (path, known) = ("splitcast", SplitcastCommand.configuration.subcommands)
        for word in words {
            guard let next = known.first(where: { $0._commandName == word }) else { break }
            path += " \(word)"
            known = next.configuration.subcommands
        }
        return path
    }

    private static func unknown(_ word: String, _ path: [String], _ known: [String]) -> CommandFailure {
        let nearest = known.map { (name: $0, distance: $0.hasPrefix(word) ? 1 : NameDistance.edits(word, $0)) }.min { $0.distance < $1.distance }
        let parents = path.joined(separator: " ")
        let given = AddressMask.masking((path.dropFirst() + [word]).joined(separator: " "))
        let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
        if pair.count == 2, known.contains(pair[0]) {
            let meant = AddressMask.masking(pair.joined(separator: " "))
            return CommandFailure(.usage, "there is no command '\(given)': write '\(parents) \(meant)'")
        }
        let near = nearest.flatMap { $0.distance <= farthest ? ": did you mean '\(parents) \($0.name)'?" : nil } ?? ""
        return CommandFailure(.usage, "there is no command '\(given)'\(near) (see '\(parents) --help')")
    }
}
