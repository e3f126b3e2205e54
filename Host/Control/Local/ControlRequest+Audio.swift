import Audio
import Session

/// What is asked of the audio.
extension ControlRequest {
    static func sound(_ word: Word, _ fields: Fields) throws -> AudioRequest {
        switch word {
        case .mute, .unmute: return .mute(source: try fields.source.read() ?? "mic", word == .mute)
        case .channels: return .channels(source: try fields.needed(fields.source), try channels(try fields.needed(fields.channels)))
        case .alwaysOn: return .alwaysOn(source: try fields.needed(fields.source), try fields.needed(fields.on))
        case .duck: return .duck(decibels: try fields.decibels.read())
        case .monitor: return .monitor(sink: try fields.sink.read())
        case .monitorOff: return .monitorOff
        case .playMusic: return .play(try located(fields), isLooping: try fields.loop.read() ?? false)
        case .pauseMusic: return .pauseMusic
        case .resumeMusic: return .resumeMusic
        case .stopMusic: return .stopMusic
        case .loopMusic: return .loopMusic(try fields.needed(fields.on))
        case .processing, .gain, .offset, .addAudio: return try parsed(word, fields)
        case .removeAudio: return .remove(source: try fields.needed(fields.source))
        case .status, .stop, .agents, .operation, .swap, .switchTo, .startAgent, .stopAgent, .detach, .attach, .pause, .resume, .audio, .events,
            .message, .mark, .saveReplay, .snapshot, .folders, .capturable, .preview, .trace,
            .targets, .addTarget, .removeTarget, .pauseTarget, .resumeTarget, .reconnect,
            .bitRate,
            .moveTarget, .encoding, .picture, .layer, .layout, .zoom, .camera, .overlays, .addOverlay, .removeOverlay,
            .background, .clearBackground, .saveScene, .showScene, .scenes, .removeScene, .addSource, .removeSource, .filters, .addFilter,
            .setFilter, .removeFilter, .reload, .restart:
            preconditionFailure("\(word) is not about audio")
        }
    }

    private static func channels(_ text: String) throws -> ChannelMap {
        if let map = ChannelMap.allCases.first(where: { $0.word == text }) { return map }
        let words = ChannelMap.allCases.map(\.word).joined(separator: ", ")
        throw ControlReply.Refusal(.badField, "channels are one of \(words), not \"\(PlainText.of(text.prefix(32)))\"")
    }

    private static func processing(_ words: [String]?) throws -> VoiceProcessing {
        try VoiceProcessing(parsing: words.flatMap { $0.isEmpty ? nil : $0.joined(separator: ",") } ?? "off")
    }

    /// What the audio module parses itself.
    private static func parsed(_ word: Word, _ fields: Fields) throws -> AudioRequest {
        do {
            switch word {
            case .processing: return .processing(source: try fields.source.read(), try processing(try fields.processing.read()))
            case .offset:
                return .offset(source: try fields.needed(fields.source), try AudioOffset(milliseconds: try fields.needed(fields.milliseconds)))
            case .addAudio: return .add(try addition(fields))
            default: return .gain(source: try fields.needed(fields.source), try AudioGain(parsing: try fields.needed(fields.gain)))
            }
        } catch let error as AudioError { throw ControlReply.Refusal(.badField, PlainText.of(error.message)) }
    }

    private static func addition(_ fields: Fields) throws -> AudioAddition {
        var addition: AudioAddition
        switch (try fields.microphone.read(), try fields.desktop.read()) {
        case (let name?, nil):
            guard !["", "none"].contains(name) else {
                throw ControlReply.Refusal(.badField, "\"microphone\" of \"audio-add\" must look like \(fields.microphone.form)")
            }
            addition = AudioAddition(.microphone(MicrophoneChoice(name)))
        case (nil, let words?): addition = AudioAddition(.desktop(try DesktopChoice(parsing: words)))
        default:
            throw ControlReply.Refusal(
                .badField, "\"audio-add\" takes \"microphone\", such as \(fields.microphone.form), or \"desktop\", such as \(fields.desktop.form)")
        }
        if let gain = try fields.gain.read() { addition.gain = try AudioGain(parsing: gain) }
        if let text = try fields.channels.read() { addition.channels = try channels(text) }
        addition.processing = try processing(try fields.processing.read())
        if let milliseconds = try fields.milliseconds.read() { addition.offset = try AudioOffset(milliseconds: milliseconds) }
        if let problem = addition.problem { throw ControlReply.Refusal(.badField, problem) }
        return addition
    }
}
