import Platform

/// All settings that have a name: the file's, and those that come with the program.
public struct SettingsCatalogue: Sendable {
    private let fromFile: [NamedSettings]
    private let builtIn: [NamedSettings]
    private static let longestChain = 32

    public init(keys: ConfigurationKeys, file: ConfigurationFile) {
        (fromFile, builtIn) = (file.settings, NamedSettings.builtIn(keys))
    }

    /// The file's first; those that it replaces are not among them.
    public var all: [NamedSettings] { fromFile + builtIn.filter { own in !fromFile.contains { $0.name == own.name } } }

    /// The options of these settings after those that they inherit.
    func entries(of name: String) throws(ConfigurationError) -> [ConfigurationEntry] {
        var chain: [NamedSettings] = []
        var next: String? = name
        while let wanted = next {
            // Settings of the file may inherit from those of the program that have their name.
            let isOwn = chain.contains { $0.name == wanted }
            guard let found = (isOwn ? nil : fromFile.first { $0.name == wanted }) ?? builtIn.first(where: { $0.name == wanted }),
                !chain.contains(where: { $0.name == found.name && $0.summary == found.summary })
            else {
                if isOwn {
                    throw ConfigurationError(.badEntry, place(chain) + "settings '\(wanted)' inherit from themselves: \(path(chain, wanted))")
                }
                throw unknown(wanted, heirs: chain)
            }
            guard chain.count < Self.longestChain else {
                throw ConfigurationError(
                    .badEntry, place(chain) + "settings '\(name)' inherit from more than \(Self.longestChain) others in a row")
            }
            chain.append(found)
            next = found.parent
        }
        return chain.reversed().flatMap(\.entries)
    }

    private func path(_ chain: [NamedSettings], _ last: String) -> String { (chain.map(\.name) + [last]).joined(separator: " → ") }

    /// Where the last of them says from whom it inherits, for the beginning of a message.
    private func place(_ chain: [NamedSettings]) -> String { chain.last?.parentPlace.map { $0 + ": " } ?? "" }

    private func unknown(_ name: String, heirs: [NamedSettings]) -> ConfigurationError {
        let names = all.map(\.name).joined(separator: ", ")
        let heir = heirs.last.map { ", which '\($0.name)' inherits" } ?? ""
        return ConfigurationError(.unknownSettings, place(heirs) + "there are no settings '\(name)'\(heir): there are \(names)")
    }
}
