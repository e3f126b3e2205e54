import AgentProtocol
import Audio
import Codec
import Session

extension ControlRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case version = "v"
        case word = "do"
        case backend, arguments, agent, id, source, gain, channels, processing, decibels, sink, url, loop, on
        case bitsPerSecond, least
        case name, file, seconds
        case since, text, repeats = "repeat", delayMilliseconds, keyframesOnly
    }

    /// - Throws: `ControlReply.Refusal` naming what is wrong; what else a decoder throws means that it was no JSON object.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let version = try fields.decodeIfPresent(Int.self, forKey: .version), version == Self.version else {
            throw ControlReply.Refusal(.unsupportedVersion, "this host accepts requests of version \(Self.version): add \"v\":\(Self.version)")
        }
        let text = try fields.decodeIfPresent(String.self, forKey: .word) ?? ""
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlReply.Refusal(.unknownRequest, "\"\(PlainText.of(text.prefix(32)))\" is not a request: \"do\" is one of \(known)")
        }
        self = try Self.request(word, Fields(of: word, in: fields))
        if case .ask(let request) = self, let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
        if case .message(let request) = self, let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
        if case .mark(let name?) = self, let problem = Chapter.problem(ofName: name) { throw ControlReply.Refusal(.badField, problem) }
    }

    private static func request(_ word: Word, _ fields: Fields) throws -> ControlRequest {
        switch word {
        case .status: return .status
        case .stop: return .stop
        case .agents: return .agents
        case .operation: return .operation(id: try fields.needed(fields.id))
        case .swap: return .ask(.swap(backend: try fields.needed(fields.backend), arguments: try fields.arguments.read() ?? []))
        case .switchTo: return .ask(.switchTo(agent: try fields.needed(fields.agent)))
        case .startAgent: return .ask(.start(backend: try fields.backend.read(), arguments: try fields.arguments.read() ?? []))
        case .stopAgent: return .ask(.stop(agent: try fields.agent.read()))
        case .pause: return .ask(.pause(agent: try fields.agent.read()))
        case .resume: return .ask(.resume(agent: try fields.agent.read()))
        case .audio: return .audio
        case .events: return .events(since: try fields.since.read() ?? 0)
        case .message: return .message(try message(fields))
        case .mark: return .mark(name: try fields.name.read())
        case .saveReplay: return .saveReplay(try replay(fields))
        case .targets: return .targets
        case .addTarget: return .target(.add(try located(fields)))
        case .removeTarget: return .target(.remove(id: try fields.needed(fields.id)))
        case .pauseTarget: return .target(.pause(id: try fields.needed(fields.id)))
        case .resumeTarget: return .target(.resume(id: try fields.needed(fields.id)))
        case .reconnect: return .target(.reconnect(id: try fields.id.read()))
        case .bitRate: return .bitRate(RateRequest(ceiling: try fields.needed(fields.bitsPerSecond), floor: try fields.least.read()))
        default: return .sound(try sound(word, fields))
        }
    }

    /// The host has a directory of its own, which says nothing to those who ask.
    private static func located(_ fields: Fields) throws -> String {
        let text = try fields.needed(fields.url)
        guard text.isEmpty || text.contains("://") || text.hasPrefix("/") else {
            let word = fields.url.word.rawValue
            throw ControlReply.Refusal(.badField, "\"url\" of \"\(word)\" is neither an address nor an absolute path, such as /videos/talk.mkv")
        }
        return text
    }

    private static func message(_ fields: Fields) throws -> MessageRequest {
        let milliseconds = try fields.delay.read() ?? 0
        guard (0...MessageRequest.longestDelay.inMilliseconds).contains(milliseconds) else {
            throw ControlReply.Refusal(.badField, "a message can be delayed by 0 to \(Int(clamping: MessageRequest.longestDelay.inMilliseconds)) ms")
        }
        return MessageRequest(
            text: try fields.needed(fields.text), repeats: try fields.repeats.read() ?? 1, delay: .nanoseconds(Int64(clamping: milliseconds * 1e6)),
            isForKeyframesAlone: try fields.keyframesOnly.read() ?? false)
    }

    private static func replay(_ fields: Fields) throws -> ReplayRequest {
        let file = try fields.needed(fields.file)
        guard file.hasPrefix("/") else {
            throw ControlReply.Refusal(.badField, "\"file\" of \"replay-save\" is no absolute path, such as /videos/clip.mkv")
        }
        let seconds = try fields.seconds.read()
        guard let seconds else { return ReplayRequest(file) }
        guard (ReplayRequest.shortest.inSeconds...ReplayRequest.longest.inSeconds).contains(seconds) else {
            throw ControlReply.Refusal(.badField, "a clip has 0.1 to \(Int(clamping: ReplayRequest.longest.inSeconds)) seconds")
        }
        return ReplayRequest(file, last: .nanoseconds(Int64(clamping: seconds * 1e9)))
    }

    private static func sound(_ word: Word, _ fields: Fields) throws -> AudioRequest {
        switch word {
        case .mute, .unmute: return .mute(source: try fields.source.read() ?? "mic", word == .mute)
        case .channels:
            let words = ChannelMap.allCases.map(\.word).joined(separator: ", ")
            let text = try fields.needed(fields.channels)
            guard let map = ChannelMap.allCases.first(where: { $0.word == text }) else {
                throw ControlReply.Refusal(.badField, "channels are one of \(words), not \"\(PlainText.of(text.prefix(32)))\"")
            }
            return .channels(source: try fields.needed(fields.source), map)
        case .alwaysOn: return .alwaysOn(source: try fields.needed(fields.source), try fields.needed(fields.on))
        case .duck: return .duck(decibels: try fields.decibels.read())
        case .monitor: return .monitor(sink: try fields.sink.read())
        case .monitorOff: return .monitorOff
        case .playMusic: return .play(try located(fields), isLooping: try fields.loop.read() ?? false)
        case .pauseMusic: return .pauseMusic
        case .resumeMusic: return .resumeMusic
        case .stopMusic: return .stopMusic
        case .loopMusic: return .loopMusic(try fields.needed(fields.on))
        case .processing, .gain: return try parsed(word, fields)
        case .status, .stop, .agents, .operation, .swap, .switchTo, .startAgent, .stopAgent, .pause, .resume, .audio, .events, .message,
            .mark, .saveReplay, .targets, .addTarget, .removeTarget, .pauseTarget, .resumeTarget, .reconnect, .bitRate:
            preconditionFailure("\(word) is not about audio")
        }
    }

    /// What the audio module parses itself.
    private static func parsed(_ word: Word, _ fields: Fields) throws -> AudioRequest {
        do {
            if word == .processing {
                let words = try fields.processing.read() ?? []
                return .processing(try VoiceProcessing(parsing: words.isEmpty ? "off" : words.joined(separator: ",")))
            }
            return .gain(source: try fields.needed(fields.source), try AudioGain(parsing: try fields.needed(fields.gain)))
        } catch let error as AudioError { throw ControlReply.Refusal(.badField, PlainText.of(error.message)) }
    }

    /// The body of a request, each field with its right form. Fields that a request has no use for do no harm.
    private struct Fields {
        struct Field<Value: Decodable> {
            let word: Word
            let fields: KeyedDecodingContainer<CodingKeys>
            let key: CodingKeys
            /// As it stands in a request.
            let form: String

            func read() throws -> Value? {
                do { return try fields.decodeIfPresent(Value.self, forKey: key) } catch {
                    throw ControlReply.Refusal(.badField, "\"\(key.rawValue)\" of \"\(word.rawValue)\" must look like \(form)")
                }
            }
        }

        let backend: Field<String>
        let arguments: Field<[String]>
        let agent: Field<UInt32>
        let id: Field<Int>
        let source: Field<String>
        let gain: Field<String>
        let channels: Field<String>
        let processing: Field<[String]>
        let decibels: Field<Double>
        let sink: Field<String>
        let url: Field<String>
        let loop: Field<Bool>
        let on: Field<Bool>
        let name: Field<String>
        let file: Field<String>
        let seconds: Field<Double>
        let bitsPerSecond: Field<Int>
        let least: Field<Int>
        let since: Field<Int>
        let text: Field<String>
        let repeats: Field<Int>
        let delay: Field<Double>
        let keyframesOnly: Field<Bool>

        init(of word: Word, in fields: KeyedDecodingContainer<CodingKeys>) {
            backend = Field(word: word, fields: fields, key: .backend, form: "\"x11\"")
            arguments = Field(word: word, fields: fields, key: .arguments, form: "[\"--display\",\":1\"]")
            agent = Field(word: word, fields: fields, key: .agent, form: "3, as \"agents\" lists them")
            id = Field(word: word, fields: fields, key: .id, form: "7, as it was answered")
            source = Field(word: word, fields: fields, key: .source, form: "\"mic\"")
            gain = Field(word: word, fields: fields, key: .gain, form: "\"-6dB\" or \"50\"")
            channels = Field(word: word, fields: fields, key: .channels, form: "\"mono\"")
            processing = Field(word: word, fields: fields, key: .processing, form: "[\"echo\",\"noise\"]")
            decibels = Field(word: word, fields: fields, key: .decibels, form: "12")
            sink = Field(word: word, fields: fields, key: .sink, form: "\"headphones\"")
            url = Field(word: word, fields: fields, key: .url, form: "\"/music/song.ogg\"")
            loop = Field(word: word, fields: fields, key: .loop, form: "true")
            on = Field(word: word, fields: fields, key: .on, form: "true")
            name = Field(word: word, fields: fields, key: .name, form: "\"Questions\"")
            file = Field(word: word, fields: fields, key: .file, form: "\"/videos/clip.mkv\"")
            seconds = Field(word: word, fields: fields, key: .seconds, form: "30")
            bitsPerSecond = Field(word: word, fields: fields, key: .bitsPerSecond, form: "2000000")
            least = Field(word: word, fields: fields, key: .least, form: "300000")
            since = Field(word: word, fields: fields, key: .since, form: "41, as the events are numbered")
            text = Field(word: word, fields: fields, key: .text, form: "\"hello\"")
            repeats = Field(word: word, fields: fields, key: .repeats, form: "100")
            delay = Field(word: word, fields: fields, key: .delayMilliseconds, form: "500")
            keyframesOnly = Field(word: word, fields: fields, key: .keyframesOnly, form: "true")
        }

        func needed<Value>(_ field: Field<Value>) throws -> Value {
            guard let value = try field.read() else {
                let name = field.key.rawValue
                throw ControlReply.Refusal(.missingField, "\"\(field.word.rawValue)\" needs \"\(name)\", such as \"\(name)\":\(field.form)")
            }
            return value
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(Self.version, forKey: .version)
        try fields.encode(word.rawValue, forKey: .word)
        switch self {
        case .status, .stop, .agents, .audio, .targets: break
        case .target(.add(let address)): try fields.encode(address, forKey: .url)
        case .target(.remove(let id)), .target(.pause(let id)), .target(.resume(let id)): try fields.encode(id, forKey: .id)
        case .bitRate(let request):
            try fields.encode(request.ceiling, forKey: .bitsPerSecond)
            try fields.encodeIfPresent(request.floor, forKey: .least)
        case .target(.reconnect(let id)): try fields.encodeIfPresent(id, forKey: .id)
        case .sound(let request): try Self.encode(request, into: &fields)
        case .mark(let name): try fields.encodeIfPresent(name, forKey: .name)
        case .saveReplay(let request):
            try fields.encode(request.file, forKey: .file)
            try fields.encodeIfPresent(request.span?.inSeconds, forKey: .seconds)
        case .events(let since): try fields.encode(since, forKey: .since)
        case .message(let request):
            try fields.encode(request.text, forKey: .text)
            try fields.encode(request.repeats, forKey: .repeats)
            try fields.encode(request.delay.inMilliseconds, forKey: .delayMilliseconds)
            try fields.encode(request.isForKeyframesAlone, forKey: .keyframesOnly)
        case .operation(let id): try fields.encode(id, forKey: .id)
        case .ask(.swap(let backend, let arguments)):
            try fields.encode(backend, forKey: .backend)
            try fields.encode(arguments, forKey: .arguments)
        case .ask(.start(let backend, let arguments)):
            try fields.encodeIfPresent(backend, forKey: .backend)
            try fields.encode(arguments, forKey: .arguments)
        case .ask(.switchTo(let agent)): try fields.encode(agent, forKey: .agent)
        case .ask(.stop(let agent)), .ask(.pause(let agent)), .ask(.resume(let agent)): try fields.encodeIfPresent(agent, forKey: .agent)
        }
    }

    private static func encode(_ request: AudioRequest, into fields: inout KeyedEncodingContainer<CodingKeys>) throws {
        switch request {
        case .gain(let source, let gain):
            try fields.encode(source, forKey: .source)
            try fields.encode(gain.text, forKey: .gain)
        case .mute(let source, _): try fields.encode(source, forKey: .source)
        case .alwaysOn(let source, let isOn):
            try fields.encode(source, forKey: .source)
            try fields.encode(isOn, forKey: .on)
        case .channels(let source, let map):
            try fields.encode(source, forKey: .source)
            try fields.encode(map.word, forKey: .channels)
        case .processing(let processing): try fields.encode(processing.words, forKey: .processing)
        case .duck(let decibels): try fields.encodeIfPresent(decibels, forKey: .decibels)
        case .monitor(let sink): try fields.encodeIfPresent(sink, forKey: .sink)
        case .play(let address, let isLooping):
            try fields.encode(address, forKey: .url)
            try fields.encode(isLooping, forKey: .loop)
        case .loopMusic(let isOn): try fields.encode(isOn, forKey: .on)
        case .monitorOff, .pauseMusic, .resumeMusic, .stopMusic: break
        }
    }
}
