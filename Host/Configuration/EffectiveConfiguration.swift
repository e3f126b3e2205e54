public import Platform

/// What a broadcast begins with: of each option what the strongest origin says.
///
/// From the weakest to the strongest: the file's options, the settings that `--use` names (those they inherit from before them),
/// the environment, the command line. A stronger origin replaces an option as a whole, lists too.
public struct EffectiveConfiguration: Sendable {
    /// In the order of the keys.
    public let entries: [ConfigurationEntry]

    /// - Parameters:
    ///   - use: names of settings, a later one stronger.
    ///   - environment: by name, as the process has it; what no key has is left alone.
    ///   - commandLine: what was typed.
    /// - Throws: `ConfigurationError` for settings that there are not, or that inherit from themselves.
    public init(
        keys: ConfigurationKeys, file: ConfigurationFile, use: [String] = [], environment: [String: String] = [:],
        commandLine: [ConfigurationEntry] = []
    ) throws(ConfigurationError) {
        let catalogue = SettingsCatalogue(keys: keys, file: file)
        var strongest: [String: ConfigurationEntry] = [:]
        for entry in file.entries { strongest[entry.key.name] = entry }
        for name in use {
            for entry in try catalogue.entries(of: name) { strongest[entry.key.name] = entry }
        }
        for key in keys.all {
            guard let text = environment[key.variable] else { continue }
            strongest[key.name] = ConfigurationEntry(key: key, values: try Self.values(text, of: key), origin: .environment(key.variable))
        }
        for entry in commandLine { strongest[entry.key.name] = entry }
        entries = keys.all.compactMap { strongest[$0.name] }
    }

    /// What would be typed for all that was not typed.
    public var arguments: [String] { entries.filter { $0.origin != .commandLine }.flatMap(\.arguments) }

    /// Where an option comes from; `nil` when nothing sets it.
    public func origin(of name: String) -> ConfigurationEntry.Origin? { entries.first { $0.key.name == name }?.origin }

    private static func values(_ text: String, of key: ConfigurationKey) throws(ConfigurationError) -> [String] {
        switch key.kind {
        case .value: return [text]
        case .optionalValue:
            let words = ["1": "true", "yes": "true", "on": "true", "0": "false", "no": "false", "off": "false", "": "false"]
            let plain = words[text.lowercased()] ?? text
            guard !plain.hasPrefix("-") else { throw ConfigurationError(.badEntry, "$\(key.variable) is 1, 0 or a value, not '\(text)'") }
            return [plain]
        // One a line: a value may hold commas and spaces.
        case .list: return text.split(separator: "\n").map(String.init)
        case .flag, .reversibleFlag:
            let word = text.lowercased()
            if ["1", "true", "yes", "on"].contains(word) { return ["true"] }
            if ["0", "false", "no", "off", ""].contains(word) { return ["false"] }
            throw ConfigurationError(.badEntry, "$\(key.variable) is 1 or 0, not '\(text)'")
        }
    }
}
