import ArgumentParser
import Configuration
import Control
import Platform

/// The command line of `live` or `host` with what the configuration adds to it.
struct ConfiguredCommandLine {
    let arguments: [String]
    let effective: EffectiveConfiguration

    /// - Parameters:
    ///   - words: all that was typed behind `splitcast`.
    ///   - environment: of the process.
    /// - Returns: `nil` where configuration has no part: another command, `--help`, or nothing is configured.
    /// - Throws: `CommandFailure` that names the file, line and column.
    init?(_ words: [String], environment: [String: String] = Self.environment) throws(CommandFailure) {
        guard let command = words.first, ["live", "host"].contains(command), !words.contains(where: { ["-h", "--help", "--version"].contains($0) })
        else { return nil }
        let typed = Array(words.dropFirst())
        let typedUse = try Self.values(of: "use", in: typed)
        let use = typedUse.isEmpty ? Self.list(environment["SPLITCAST_USE"]) : typedUse
        let place = try ConfigurationPlace(typed: typed, environment: environment)
        let isInEnvironment = environment.keys.contains { $0.hasPrefix("SPLITCAST_") }
        guard place.exists || place.isNamed || !use.isEmpty || isInEnvironment else { return nil }

        let keys = BroadcastKeys.all
        do throws(ConfigurationError) {
            effective = try EffectiveConfiguration(
                keys: keys, file: try place.file(keys), use: use, environment: environment, commandLine: Self.entries(in: typed, keys))
        } catch { throw CommandFailure(error) }
        // An agent's options have no place in a host without one.
        let known = command == "host" ? BroadcastKeys.ofHost : Set(keys.all.map(\.name))
        // Who types that there is no microphone wants nothing done to it either.
        let needless: Set = try Self.values(of: "mic", in: typed) == ["none"] ? ["mic-processing", "mic-channels"] : []
        let added = effective.entries.filter { entry in
            entry.origin != .commandLine && known.contains(entry.key.name) && !needless.contains(entry.key.name)
        }.flatMap(\.arguments)
        arguments = [command] + added + typed
    }

    /// A message about an option that was not typed tells where it comes from.
    func explain(_ message: String) -> String {
        let foreign = effective.entries.filter { $0.origin != .commandLine && Self.names($0.key.name, message) }
        guard !foreign.isEmpty else { return message }
        return message + " (" + foreign.map { "--\($0.key.name) comes from \($0.origin)" }.joined(separator: ", ") + ")"
    }

    private static func names(_ option: String, _ message: String) -> Bool {
        message.ranges(of: "--" + option).contains { range in
            guard range.upperBound < message.endIndex else { return true }
            let next = message[range.upperBound]
            return !next.isLetter && !next.isNumber && next != "-"
        }
    }

    static var environment: [String: String] { OwnEnvironment.all }

    /// Variables that no option has and nothing else: what is wrong with each, and the nearest that there is.
    static func unknownVariables(in environment: [String: String]) -> [String] {
        let own: Set = ["SPLITCAST_CONFIG", "SPLITCAST_USE", "SPLITCAST_GROUP"]
        // Set by a host for the commands that it runs.
        let inherited: Set = ["SPLITCAST_TARGET", "SPLITCAST_URL", "SPLITCAST_REASON"]
        let variables = own.union(BroadcastKeys.all.all.map(\.variable))
        return environment.keys.filter { $0.hasPrefix("SPLITCAST_") && !variables.contains($0) && !inherited.contains($0) }.sorted().map { name in
            let nearest = variables.map { (name: $0, distance: NameDistance.edits(name, $0)) }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
            let near = nearest.flatMap { $0.distance <= 3 ? ": did you mean $\($0.name)?" : nil } ?? ""
            return "warning: $\(PlainText.of(name)) is set, and nothing is called so\(near)"
        }
    }

    fileprivate static func file(in words: [String]) throws(CommandFailure) -> String? { try values(of: "config", in: words).last }

    private static func list(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map(String.init) }

    /// The values of an option that each is typed with.
    private static func values(of option: String, in words: [String]) throws(CommandFailure) -> [String] {
        var found: [String] = []
        for (index, word) in words.enumerated() {
            if word.hasPrefix("--\(option)=") { found.append(String(word.dropFirst(option.count + 3))) }
            guard word == "--\(option)" else { continue }
            guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
                throw CommandFailure(.usage, "Missing value for '--\(option)' (see 'splitcast live --help')")
            }
            found.append(words[index + 1])
        }
        return option == "use" ? found.flatMap { list($0) } : found
    }

    /// Only which options were typed counts: the words themselves stay as they are.
    static func entries(in words: [String], _ keys: ConfigurationKeys) -> [ConfigurationEntry] {
        words.compactMap { word in
            guard word.hasPrefix("--") else { return nil }
            let name = String(word.dropFirst(2).prefix { $0 != "=" })
            let positive = name.hasPrefix("no-") ? String(name.dropFirst(3)) : name
            guard let key = keys[name] ?? keys[positive] else { return nil }
            return ConfigurationEntry(key: key, values: [], origin: .commandLine)
        }
    }
}

extension ConfigurationPlace {
    /// - Parameter words: options as they were typed.
    init(typed words: [String], environment: [String: String]) throws(CommandFailure) {
        self.init(option: try ConfiguredCommandLine.file(in: words), environment: environment)
    }
}

extension CommandFailure {
    init(_ error: ConfigurationError, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.usage, error.message, remedy: error.remedy, cause: error, file: file, line: line)
    }
}
