/// Which renditions are wanted beside a variant's own segments.
public struct MediaSelection: Hashable, Sendable {
    /// By language or, where none has that, by name, in order; `nil` takes what the playlist has as its default.
    public var audio: [String]?
    public var subtitles: [String]?

    public init(audio: [String]? = nil, subtitles: [String]? = nil) { (self.audio, self.subtitles) = (audio, subtitles) }

    /// - Throws: `.notThere`, naming the language and those that there are.
    func renditions(for variant: Variant, in playlist: MasterPlaylist) throws(HLSError) -> [Rendition] {
        let audio = playlist.renditions(of: .audio, in: variant.stream.group(of: .audio))
        let subtitles = playlist.renditions(of: .subtitles, in: variant.stream.group(of: .subtitles))
        var chosen: [Rendition]
        if let languages = self.audio {
            chosen = try Self.chosen(audio, languages, "audio")
        } else {
            chosen = (audio.first(where: \.isDefault) ?? audio.first(where: \.isAutoselected) ?? audio.first).map { [$0] } ?? []
        }
        if let languages = self.subtitles {
            chosen += try Self.chosen(subtitles, languages, "subtitles")
        } else if let standard = subtitles.first(where: \.isDefault) {
            chosen.append(standard)
        }
        return chosen
    }

    private static func chosen(_ renditions: [Rendition], _ languages: [String], _ what: String) throws(HLSError) -> [Rendition] {
        var chosen: [Rendition] = []
        for language in languages {
            let spoken = renditions.first { LanguageRange.matches(language, $0.language) }
            let found = spoken ?? renditions.first { $0.name.lowercased() == language.lowercased() }
            guard let found else {
                let names = renditions.map { Quoted.text($0.language ?? $0.name) }
                let known = names.isEmpty ? "this variant has no \(what) of its own" : "there is \(names.joined(separator: ", "))"
                throw HLSError(.notThere, "no \(what) in '\(Quoted.text(language))': \(known)")
            }
            if !chosen.contains(found) { chosen.append(found) }
        }
        return chosen
    }
}
