/// What people are told of the sound as it changes: each thing once.
struct SoundReport: Sendable {
    typealias Line = (isGood: Bool, text: String)

    private var told: [String: String] = [:]

    /// - Parameter sources: what each source's device has to say now.
    mutating func news(_ sources: [(id: String, isGood: Bool, text: String)], _ status: AudioStatus) -> [Line] {
        var lines: [Line] = []
        for source in sources where told[source.id] != source.text {
            told[source.id] = source.text
            lines.append((source.isGood, source.text))
        }
        let warnings = [
            ("music failed", status.music.lastError.isEmpty ? "" : "music: \(status.music.lastError)"),
            ("monitor failed", status.monitor.lastError.isEmpty ? "" : "monitor: \(status.monitor.lastError)"),
            ("loudness", status.mix.warning),
        ]
        for (key, text) in warnings where told[key, default: ""] != text {
            told[key] = text
            if !text.isEmpty { lines.append((false, text)) }
        }
        return lines
    }
}
