/// Options under a name, for `--use NAME`.
public struct NamedSettings: Sendable {
    public let name: String
    /// Whose options these begin with.
    public let parent: String?
    /// Where the file says so: `FILE:LINE:COLUMN`.
    let parentPlace: String?
    public let entries: [ConfigurationEntry]
    /// One line for people.
    public let summary: String

    init(name: String, parent: String?, at parentPlace: String? = nil, entries: [ConfigurationEntry], summary: String = "") {
        (self.name, self.parent, self.parentPlace, self.entries, self.summary) = (name, parent, parentPlace, entries, summary)
    }
}

extension NamedSettings {
    /// What comes with the program. A file may have settings of the same name: they replace these, and may inherit from them.
    static let texts: [(name: String, parent: String?, summary: String, options: [(String, [String])])] = [
        ("screen", nil, "the screen and nothing else: no sound", [("video-only", ["true"])]),
        ("desktop", nil, "text stays legible on a poor network", [("quality", ["desktop"])]),
        ("sharp", nil, "as much detail as the network carries", [("quality", ["sharp"]), ("fps", ["30"])]),
        ("smooth", nil, "motion first: 60 frames a second at 720 lines", [("quality", ["smooth"]), ("fps", ["60"]), ("size", ["1280x720"])]),
        (
            "talk", "desktop", "a voice over slides: noise and echo are taken out, and what plays is heard",
            [("mic", ["default"]), ("mic-processing", ["echo,noise"]), ("desktop-audio", ["true"])]
        ),
        ("lecture", "talk", "a talk for hours: 15 frames a second and small files", [("fps", ["15"]), ("bitrate", ["1200k"])]),
        (
            "low-memory", nil, "for small machines: 720 lines, 15 frames, an agent of 8 MiB",
            [("size", ["1280x720"]), ("fps", ["15"]), ("agent-memory", ["8M"])]
        ),
    ]

    static func builtIn(_ keys: ConfigurationKeys) -> [NamedSettings] {
        texts.map { text in
            let entries = text.options.compactMap { name, values in
                keys[name].map { ConfigurationEntry(key: $0, values: values, origin: .builtIn(text.name)) }
            }
            return NamedSettings(name: text.name, parent: text.parent, entries: entries, summary: text.summary)
        }
    }
}
