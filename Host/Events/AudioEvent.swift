/// What happens to the audio: its sources, its level, music, the monitor, and what other programs push.
package enum AudioEvent: Hashable, Sendable {
    /// While live; the text is what was asked for.
    case sourceAdded(id: String, String)
    case sourceRemoved(id: String)
    /// A device delivers for the first time.
    case sourceLive(id: String, String)
    /// A device went away or was never there: silence goes out.
    case sourceLost(id: String, String)
    /// A device delivers, too late to be heard: silence goes out.
    case sourceLate(id: String, String)
    case sourceBack(id: String, String)
    /// Another device took over, as the sound server's default did.
    case defaultChanged(id: String, from: String, to: String, String)
    /// Too loud: the tops are cut off. Of a source; `nil` is the mix.
    case clipping(source: String?, peakDecibels: Double)
    /// Of the mix; the text says what to do.
    case loudness(String)
    /// Someone speaks into a microphone that is muted, by itself or with everything.
    case speakingMuted(id: String, isAllMuted: Bool)
    case musicPlaying(String)
    case musicFinished(String)
    case musicFailed(String)
    case monitorFailed(String)
    case pushJoined(id: String, owner: String)
    case pushLeft(id: String)
    case pushRefused(String)

    var description: EventDescription {
        switch self {
        case .sourceAdded(let id, let choice):
            EventDescription(.audioSourceAdded, .info, "'\(id)' is added to the mix: \(choice)").with("source", .text(id)).with(
                "choice", .text(choice))
        case .sourceRemoved(let id): EventDescription(.audioSourceRemoved, .info, "'\(id)' is removed from the mix").with("source", .text(id))
        case .sourceLive(let id, let text): EventDescription(.audioSourceLive, .info, text).with("source", .text(id))
        case .sourceLost(let id, let text):
            EventDescription(
                .audioSourceLost, .warning, text, remedy: "plug it in, or choose another; it is taken as soon as it is there", isRemedyInText: true
            ).with("source", .text(id))
        case .sourceLate(let id, let text):
            EventDescription(
                .audioSourceLate, .warning, text,
                remedy: "choose another ('splitcast sources' lists them), or set a shorter latency where this one is made"
            ).with("source", .text(id))
        case .sourceBack(let id, let text): EventDescription(.audioSourceBack, .info, text).with("source", .text(id))
        case .defaultChanged(let id, let old, let new, let text):
            EventDescription(.audioDefaultChanged, .info, text).with("source", .text(id)).with("from", .text(old)).with("to", .text(new))
        case .clipping(let source, let peak):
            EventDescription(
                .audioClipping, .warning, "\(source.map { "'\($0)'" } ?? "the mix") is too loud and distorts",
                remedy: "lower it with 'splitcast audio gain \(source ?? "SOURCE") -6dB'"
            ).with("source", .text(source ?? "mix")).with("peakDbfs", .number(peak))
        case .loudness(let text):
            EventDescription(.audioLoudness, .warning, text, remedy: "change gains with 'splitcast audio gain'", isRemedyInText: true)
        case .speakingMuted(let id, let isAllMuted):
            EventDescription(
                .audioSpeakingMuted, .warning, "someone speaks into '\(id)', and \(isAllMuted ? "everything" : "it") is muted",
                remedy: "'splitcast audio unmute \(isAllMuted ? "all" : id)' if viewers are to hear it"
            ).with("source", .text(id)).with("isAllMuted", .flag(isAllMuted))
        case .musicPlaying(let text): EventDescription(.audioMusicPlaying, .info, text)
        case .musicFinished(let text): EventDescription(.audioMusicFinished, .info, text)
        case .musicFailed(let text):
            EventDescription(.audioMusicFailed, .warning, text, remedy: "give another file to 'splitcast music play'", isRemedyInText: true)
        case .monitorFailed(let text):
            EventDescription(.audioMonitorFailed, .warning, text, remedy: "try 'splitcast audio monitor on --sink NAME'", isRemedyInText: true)
        case .pushJoined(let id, let owner):
            EventDescription(.audioPushJoined, .detail, "pushed sound '\(id)' joined (\(owner))").with("source", .text(id)).with(
                "owner", .text(owner))
        case .pushLeft(let id): EventDescription(.audioPushLeft, .detail, "pushed sound '\(id)' left").with("source", .text(id))
        case .pushRefused(let text):
            EventDescription(
                .audioPushRefused, .warning, "pushed sound: \(text)", remedy: "the message says what the host takes", isRemedyInText: true)
        }
    }
}
