import Platform


/// What people are told of the sound as it changes: each thing once. A value, on the session's thread.
struct AudioReport: Sendable {
    /// What a source's device has to say.
    struct Word: Hashable, Sendable {
        var id: String
        var kind: MixedSource.Kind
        /// As `AudioStatus.Source.state`.
        var state: String
        var device: String
        /// One line for people.
        var text: String
    }

    /// Who is too loud is not told more often.
    static let clippingPause = Duration.seconds(30)

    private var words: [String: Word] = [:]
    /// The device that each source had when it was last live.
    private var devices: [String: String] = [:]
    private var told: [String: String] = [:]
    private var pushed: [String] = []
    private var clippedAt: [String: MediaTime] = [:]

    /// - Parameter sources: what each source's device has to say now.
    mutating func news(_ sources: [Word], _ status: AudioStatus, at now: MediaTime) -> [AudioEvent] {
        var news = sources.compactMap { tell($0) } + tellPushed(status)
        let warnings: [(String, String, AudioEvent)] = [
            ("music", status.music.lastError, .musicFailed("music: \(status.music.lastError)")),
            ("monitor", status.monitor.lastError, .monitorFailed("monitor: \(status.monitor.lastError)")),
            ("loudness", status.mix.warning, .loudness(status.mix.warning)),
        ]
        for (key, text, warning) in warnings where told[key, default: ""] != text {
            told[key] = text
            if !text.isEmpty { news.append(warning) }
        }
        var loud = status.sources.filter { $0.isClipping && !$0.isMuted }.map { ($0.id, $0.peakDbfs) }
        if status.mix.isClipping { loud.append(("mix", status.mix.peakDbfs)) }
        for (id, peak) in loud where clippedAt[id].map({ now - $0 > Self.clippingPause }) ?? true {
            clippedAt[id] = now
            news.append(.clipping(id: id, peakDecibels: peak))
        }
        return news
    }

    private mutating func tell(_ word: Word) -> AudioEvent? {
        let before = words[word.id]
        guard before?.text != word.text else { return nil }
        words[word.id] = word
        if word.kind == .music {
            switch word.state {
            case "playing": return .musicPlaying(word.text)
            case "finished": return .musicFinished(word.text)
            // Its error is told as such.
            default: return nil
            }
        }
        guard word.state == "live" else { return .sourceLost(id: word.id, word.text) }
        let old = devices.updateValue(word.device, forKey: word.id)
        if let old, old != word.device { return .defaultChanged(id: word.id, from: old, to: word.device, word.text) }
        return before == nil ? .sourceLive(id: word.id, word.text) : .sourceBack(id: word.id, word.text)
    }

    private mutating func tellPushed(_ status: AudioStatus) -> [AudioEvent] {
        let there = status.sources.filter { $0.kind == MixedSource.Kind.pushed.rawValue }
        let new = there.filter { !pushed.contains($0.id) }.map { AudioEvent.pushJoined(id: $0.id, owner: $0.owner) }
        let gone = pushed.filter { id in !there.contains { $0.id == id } }.map { AudioEvent.pushLeft(id: $0) }
        pushed = there.map(\.id)
        return gone + new
    }
}
