/// What happens to the sound: its sources, its level, music, the monitor, and what other programs push.
package enum AudioEvent: Hashable, Sendable {
    /// A device delivers for the first time.
    case sourceLive(id: String, String)
    /// A device went away or was never there: silence goes out.
    case sourceLost(id: String, String)
    case sourceBack(id: String, String)
    /// Another device took over, as the sound server's default did.
    case defaultChanged(id: String, from: String, to: String, String)
    /// Too loud: the tops are cut off. Of a source; `nil` is the mix.
    case clipping(source: String?, peakDecibels: Double)
    /// Of the mix; the words say what to do.
    case loudness(String)
    case musicPlaying(String)
    case musicFinished(String)
    case musicFailed(String)
    case monitorFailed(String)
    case pushJoined(id: String, owner: String)
    case pushLeft(id: String)
    case pushRefused(String)

    var draft: EventDescription {
        switch self {
        case .sourceLive(let id, let words): EventDescription(.soundSourceLive, .info, words).with("source", .text(id))
        case .sourceLost(let id, let words):
            EventDescription(
                .soundSourceLost, .warning, words, remedy: "plug it in, or choose another; it is taken as soon as it is there", isRemedyInWords: true
            ).with("source", .text(id))
        case .sourceBack(let id, let words): EventDescription(.soundSourceBack, .info, words).with("source", .text(id))
        case .defaultChanged(let id, let old, let new, let words):
            EventDescription(.soundDefaultChanged, .info, words).with("source", .text(id)).with("from", .text(old)).with("to", .text(new))
        case .clipping(let source, let peak):
            EventDescription(
                .soundClipping, .warning, "\(source.map { "'\($0)'" } ?? "the mix") is too loud and distorts",
                remedy: "lower it with 'splitcast audio gain \(source ?? "SOURCE") -6dB'"
            ).with("source", .text(source ?? "mix")).with("peakDbfs", .number(peak))
        case .loudness(let words):
            EventDescription(.soundLoudness, .warning, words, remedy: "change gains with 'splitcast audio gain'", isRemedyInWords: true)
        case .musicPlaying(let words): EventDescription(.soundMusicPlaying, .info, words)
        case .musicFinished(let words): EventDescription(.soundMusicFinished, .info, words)
        case .musicFailed(let words):
            EventDescription(.soundMusicFailed, .warning, words, remedy: "give another file to 'splitcast music play'", isRemedyInWords: true)
        case .monitorFailed(let words):
            EventDescription(.soundMonitorFailed, .warning, words, remedy: "try 'splitcast audio monitor on --sink NAME'", isRemedyInWords: true)
        case .pushJoined(let id, let owner):
            EventDescription(.soundPushJoined, .detail, "pushed sound '\(id)' joined (\(owner))").with("source", .text(id)).with(
                "owner", .text(owner))
        case .pushLeft(let id): EventDescription(.soundPushLeft, .detail, "pushed sound '\(id)' left").with("source", .text(id))
        case .pushRefused(let words):
            EventDescription(
                .soundPushRefused, .warning, "pushed sound: \(words)", remedy: "the message says what the host takes", isRemedyInWords: true)
        }
    }
}
