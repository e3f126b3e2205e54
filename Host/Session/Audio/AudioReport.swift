import Events
import Platform

/// What people are told of the audio as it changes: each thing once. A value, on the session's thread.
struct AudioReport: Sendable {
    /// The state of a source.
    struct SourceReport: Hashable, Sendable {
        var id: String
        var kind: MixedSource.Kind
        var state: AudioSourceState
        var device: String
        /// One line for people.
        var text: String
    }

    /// A source that stays too loud is not reported more often.
    static let clippingPause = Duration.seconds(30)
    /// Nor a mix that stays too loud or too quiet, whose figure changes all the time.
    static let loudnessPause = Duration.seconds(600)

    private var sources: [String: SourceReport] = [:]
    /// The device that each source had when it was last live.
    private var devices: [String: String] = [:]
    private var told: [String: String] = [:]
    private var pushed: [String] = []
    private var present: Set<String> = []
    /// By source; `nil` is the mix.
    private var clippedAt: [String?: MediaTime] = [:]
    private var warnedOfLoudnessAt: MediaTime?
    private var mutedSpeech: [String: MutedSpeech] = [:]

    /// - Parameter sources: the state of each source now.
    mutating func changes(_ sources: [SourceReport], _ status: AudioStatus, at now: MediaTime) -> [AudioEvent] {
        var changes = sources.compactMap { tell($0) } + tellPushed(status)
        forgetRemoved(status)
        let warnings: [(String, String, AudioEvent)] = [
            ("music", status.music.lastError, .musicFailed("music: \(status.music.lastError)")),
            ("monitor", status.monitor.lastError, .monitorFailed("monitor: \(status.monitor.lastError)")),
        ]
        for (key, text, warning) in warnings where told[key, default: ""] != text {
            told[key] = text
            if !text.isEmpty { changes.append(warning) }
        }
        if status.mix.warning.isEmpty {
            warnedOfLoudnessAt = nil
        } else if warnedOfLoudnessAt.map({ now - $0 > Self.loudnessPause }) ?? true {
            warnedOfLoudnessAt = now
            changes.append(.loudness(status.mix.warning))
        }
        var loud: [(String?, Double)] = status.sources.filter { $0.isClipping && !$0.isMuted }.map { ($0.id, $0.peakDbfs) }
        if status.mix.isClipping { loud.append((nil, status.mix.peakDbfs)) }
        for (id, peak) in loud where clippedAt[id].map({ now - $0 > Self.clippingPause }) ?? true {
            clippedAt[id] = now
            changes.append(.clipping(source: id, peakDecibels: peak))
        }
        return changes + tellSpeech(status, at: now)
    }

    /// Of microphones that are open: of one that is closed while it is muted nothing is known.
    private mutating func tellSpeech(_ status: AudioStatus, at now: MediaTime) -> [AudioEvent] {
        status.sources.compactMap { source in
            guard MixedSource.Kind(rawValue: source.kind) == .microphone, source.state == AudioSourceState.live.rawValue else { return nil }
            let isMuted = source.isMuted || status.mix.isMuted
            let isTold = mutedSpeech[source.id, default: MutedSpeech()].hears(source.rmsDbfs, isMuted: isMuted, at: now)
            return isTold ? .speakingMuted(id: source.id, isAllMuted: status.mix.isMuted) : nil
        }
    }

    private mutating func tell(_ source: SourceReport) -> AudioEvent? {
        let before = sources[source.id]
        guard before?.text != source.text else { return nil }
        sources[source.id] = source
        if source.kind == .music {
            switch source.state {
            case .playing: return .musicPlaying(source.text)
            case .finished: return .musicFinished(source.text)
            // Its error is told as such.
            default: return nil
            }
        }
        if source.state == .late { return .sourceLate(id: source.id, source.text) }
        guard source.state == .live else { return .sourceLost(id: source.id, source.text) }
        let old = devices.updateValue(source.device, forKey: source.id)
        if let old, old != source.device { return .defaultChanged(id: source.id, from: old, to: source.device, source.text) }
        return before == nil ? .sourceLive(id: source.id, source.text) : .sourceBack(id: source.id, source.text)
    }

    /// Another source of the same name is a new one.
    private mutating func forgetRemoved(_ status: AudioStatus) {
        let now = Set(status.sources.map(\.id))
        for id in present.subtracting(now) {
            sources[id] = nil
            devices[id] = nil
            clippedAt[id] = nil
            mutedSpeech[id] = nil
        }
        present = now
    }

    private mutating func tellPushed(_ status: AudioStatus) -> [AudioEvent] {
        let there = status.sources.filter { MixedSource.Kind(rawValue: $0.kind) == .pushed }
        let new = there.filter { !pushed.contains($0.id) }.map { AudioEvent.pushJoined(id: $0.id, owner: $0.owner) }
        let gone = pushed.filter { id in !there.contains { $0.id == id } }.map { AudioEvent.pushLeft(id: $0) }
        pushed = there.map(\.id)
        return gone + new
    }
}
