import ArgumentParser
import Configuration
import Platform

struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with a configuration file, without streaming.",
        discussion: """
            Reads the file, then plans a broadcast with its options, and one with each of its settings: what 'splitcast live' would \
            refuse before it begins is named with its line and column, all of it at once. Nothing is captured and no server is asked. \
            Variables of the environment that begin with SPLITCAST_ and mean nothing are named too.

            Exit codes: 0 all is well, 2 something is wrong.
            """)

    @Argument(help: ArgumentHelp("The file (default: as --config of 'live').", valueName: "FILE"))
    var file: String?

    func run() throws {
        let environment = ConfiguredCommandLine.environment
        for line in ConfiguredCommandLine.unknownVariables(in: environment) { Console.standard.complain(line) }
        print(try verdict(environment: environment))
    }

    func verdict(environment: [String: String]) throws(CommandFailure) -> String {
        let keys = BroadcastKeys.all
        let place = ConfigurationPlace(option: file, environment: environment)
        guard let path = place.path, place.isNamed || place.exists else {
            throw CommandFailure(.usage, "there is no configuration file: 'splitcast init' writes one")
        }
        let text: String
        do throws(ConfigurationError) { text = try place.text() } catch { throw CommandFailure(error) }
        let (read, unreadable) = ConfigurationFile.read(text, path: path, keys: keys)
        var problems = unreadable.map(\.message)
        for use in [nil] + read.settings.map(\.name) {
            for problem in ConfigurationTrial(file: read, use: use).problems where !problems.contains(problem) { problems.append(problem) }
        }
        guard problems.isEmpty else { throw CommandFailure(.usage, problems.joined(separator: "\n")) }
        let names = read.settings.isEmpty ? "" : ", settings \(read.settings.map(\.name).joined(separator: ", "))"
        return "\(path): all is well: \(read.entries.count) \(read.entries.count == 1 ? "option" : "options")\(names)"
    }
}
