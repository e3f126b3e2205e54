import ArgumentParser
import Configuration
import Platform

struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with a configuration file, without streaming.",
        discussion: """
            Reads the file, then plans a broadcast with its options, and one with each of its settings: what 'splitcast live' would \
            refuse before it begins is named with its line. Nothing is captured and no server is asked.

            Exit codes: 0 all is well, 2 something is wrong.
            """)

    @Argument(help: ArgumentHelp("The file (default: as --config of 'live').", valueName: "FILE"))
    var file: String?

    func run() throws { print(try verdict(environment: ConfiguredCommandLine.environment)) }

    func verdict(environment: [String: String]) throws(CommandFailure) -> String {
        let keys = BroadcastKeys.all
        let place = ConfigurationPlace(option: file, environment: environment)
        guard let path = place.path, place.isNamed || place.exists else {
            throw CommandFailure(.usage, "there is no configuration file: 'splitcast init' writes one")
        }
        let read: ConfigurationFile
        do throws(ConfigurationError) { read = try place.file(keys) } catch { throw CommandFailure(error) }
        try Self.plan(path, use: nil)
        for settings in read.settings { try Self.plan(path, use: settings.name) }
        let names = read.settings.isEmpty ? "" : ", settings \(read.settings.map(\.name).joined(separator: ", "))"
        return "\(path): all is well: \(read.entries.count) \(read.entries.count == 1 ? "option" : "options")\(names)"
    }

    /// As far as `live` goes before it takes anything.
    private static func plan(_ path: String, use: String?) throws(CommandFailure) {
        let words = ["live", "--config=\(path)"] + (use.map { ["--use=\($0)"] } ?? [])
        // Its own words alone: what the environment adds is not the file's fault.
        guard let line = try ConfiguredCommandLine(words, environment: [:]) else { return }
        do {
            guard let command = try LiveCommand.parseAsRoot(Array(line.arguments.dropFirst())) as? LiveCommand else { return }
            _ = try command.plan()
        } catch let failure as CommandFailure {
            // No display is no fault of the file's.
            guard failure.code != .nothingToCapture else { return }
            throw CommandFailure(.usage, Self.at(path, use, line.explain(failure.message)), remedy: failure.remedy, cause: failure)
        } catch {
            throw CommandFailure(.usage, Self.at(path, use, line.explain(AddressMask.masking(LiveCommand.message(for: error)))))
        }
    }

    private static func at(_ path: String, _ use: String?, _ message: String) -> String {
        "\(path)\(use.map { ", settings '\($0)'" } ?? ""): \(message)"
    }
}
