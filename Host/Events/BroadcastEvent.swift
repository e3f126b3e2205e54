package import Filters
import Platform

/// THE CATALOGUE: everything that may be told around a broadcast, by what it is about. Each has its code, its text and, for
/// trouble, its remedy, in `description`; `EventJournal.note` makes the event of it, and nothing else does.
package enum BroadcastEvent: Hashable, Sendable {
    case session(SessionPhaseEvent)
    case target(TargetSubject, TargetEvent)
    /// A link, an address or a route came up: what waits for a retry tries at once.
    case networkUp(String)
    case encoder(EncoderEvent)
    /// The same of an encoding beside the main one.
    case encoding(String, EncoderEvent)
    case picture(PictureEvent)
    /// A filter, by its number, of a source.
    case filter(Int, source: String, FilterEvent)
    case agent(AgentEvent)
    case cast(CastEvent)
    case audio(AudioEvent)
    /// A program sends the viewers a message in the stream.
    case message(id: UInt64, bytes: Int, repeats: Int)
    case recording(TargetSubject, RecordingEvent)
    /// A moment got a name, in so many recordings.
    case chapter(name: String, recordings: Int)
    /// A clip was saved of the replay.
    case replaySaved(file: String, span: Duration, bytes: Int)
    case hook(HookEvent)
    case hotkey(HotkeyEvent)

    var description: EventDescription {
        switch self {
        case .session(let changes): changes.description
        case .target(let subject, let changes): changes.description(of: subject)
        case .networkUp(let what):
            EventDescription(.networkUp, .info, "the network is back (\(what)): lost targets are tried at once").with("what", .text(what))
        case .encoder(let changes): changes.description
        case .encoding(let name, let changes): changes.description.of(encoding: name)
        case .picture(let changes): changes.description
        case .filter(let id, let source, let changes): changes.description(of: id, source: source)
        case .agent(let changes): changes.description
        case .cast(let changes): changes.description
        case .audio(let changes): changes.description
        case .hook(let changes): changes.description
        case .hotkey(let changes): changes.description
        case .recording(let subject, let changes): changes.description(of: subject)
        case .chapter(let name, let recordings):
            EventDescription(.recordingChapter, .info, "chapter \"\(name)\" in \(recordings == 1 ? "a recording" : "\(recordings) recordings")")
                .with("name", .text(name)).with("recordings", .whole(recordings))
        case .replaySaved(let file, let span, let bytes):
            EventDescription(.replaySaved, .info, "\(TargetEvent.seconds(span)) of replay saved as \(file)").with("file", .text(file))
                .with("seconds", .number(span.inSeconds)).with("bytes", .whole(bytes))
        case .message(let id, let bytes, let repeats):
            EventDescription(
                .messageAccepted, .info, "message \(id), \(bytes) bytes, goes out with \(repeats == 1 ? "a picture" : "\(repeats) pictures")"
            )
            .with("id", .text("\(id)")).with("bytes", .whole(bytes)).with("repeats", .whole(repeats))
        }
    }
}
