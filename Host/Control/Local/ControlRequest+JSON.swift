import AgentProtocol
import AppGroup
import Codec
import Delivery
import Platform
import Session

extension ControlRequest: Decodable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case version = "v"
        case word = "do"
        case backend, arguments, agent, id, source, set, layout, transition, gain, channels, processing, decibels, sink, url, service, key, loop, on
        case microphone, desktop
        case bitsPerSecond, least, milliseconds, encoding, crf, preset, fps, size
        case clip, from, to, trim, name, file, seconds, folder, format, factor, follow, corner, x, y, width, letterHeight, opacity
        case colour = "color"
        case part
        case since, text, repeats = "repeat", delayMilliseconds, keyframesOnly
    }

    /// - Throws: `ControlReply.Refusal` naming what is wrong; what else a decoder throws means that it was no JSON object.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        // Over HTTP the address names the request, and the version.
        let named = decoder.userInfo[Self.namedWord] as? Word
        let version = try fields.decodeIfPresent(Int.self, forKey: .version) ?? (named == nil ? nil : Self.version)
        guard version == Self.version else {
            throw ControlReply.Refusal(.unsupportedVersion, "this host accepts requests of version \(Self.version): add \"v\":\(Self.version)")
        }
        let text = try fields.decodeIfPresent(String.self, forKey: .word) ?? named?.rawValue ?? ""
        guard let word = Word(rawValue: text) else { throw Self.unknown(text) }
        guard named == nil || named == word else {
            throw ControlReply.Refusal(.badField, "\"do\" is \"\(text)\", and the address says \"\(named?.rawValue ?? "")\": leave \"do\" out")
        }
        self = try Self.request(word, Fields(of: word, in: fields))
        if case .ask(let request) = self, let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
        if case .message(let request) = self, let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
        if case .mark(let name?) = self, let problem = Chapter.problem(ofName: name) { throw ControlReply.Refusal(.badField, problem) }
    }

    /// For a decoder: the request that its bytes have the fields of.
    static let namedWord = CodingUserInfoKey(rawValue: "request")!  // any text but none is a key

    static func unknown(_ text: String) -> ControlReply.Refusal {
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return ControlReply.Refusal(.unknownRequest, "\"\(PlainText.of(text.prefix(32)))\" is not a request: \"do\" is one of \(known)")
    }

    private static func request(_ word: Word, _ fields: Fields) throws -> ControlRequest {
        switch word {
        case .status: return .status
        case .stop: return .stop
        case .reload: return .reload
        case .restart: return .restart(try part(fields))
        case .agents: return .agents
        case .operation: return .operation(id: try fields.needed(fields.id))
        case .swap:
            let backend = try fields.needed(fields.backend)
            return .ask(.swap(backend: backend, arguments: try fields.arguments.read() ?? [], source: try source(fields) ?? .screen))
        case .switchTo: return .ask(.switchTo(agent: try fields.needed(fields.agent)))
        case .startAgent:
            let backend = try fields.backend.read()
            return .ask(.start(backend: backend, arguments: try fields.arguments.read() ?? [], source: try source(fields) ?? .screen))
        case .stopAgent: return .ask(.stop(agent: try fields.agent.read()))
        case .detach: return .ask(.detach(try namedSource(fields)))
        case .attach: return .ask(.attach(try namedSource(fields), agent: try fields.agent.read()))
        case .pause: return .ask(.pause(agent: try fields.agent.read()))
        case .resume: return .ask(.resume(agent: try fields.agent.read()))
        case .audio: return .audio
        case .events: return .events(since: try fields.since.read() ?? 0)
        case .message: return .message(try message(fields))
        case .mark: return .mark(name: try fields.name.read())
        case .saveReplay: return .saveReplay(try replay(fields))
        case .folders: return .folders
        case .capturable: return .capturable
        case .preview: return .preview
        case .trace: return .trace
        case .snapshot: return .snapshot(try snapshot(fields))
        case .targets: return .targets
        case .addTarget: return .target(.add(try target(fields)))
        case .removeTarget: return .target(.remove(id: try fields.needed(fields.id)))
        case .pauseTarget: return .target(.pause(id: try fields.needed(fields.id)))
        case .resumeTarget: return .target(.resume(id: try fields.needed(fields.id)))
        case .reconnect: return .target(.reconnect(id: try fields.id.read()))
        case .moveTarget: return .target(.move(id: try fields.needed(fields.id), encoding: try fields.needed(fields.encoding)))
        case .encoding: return .encoding(try encoding(fields))
        case .picture: return .picture(try picture(fields))
        case .overlays: return .overlays
        case .filters: return .filters
        case .addFilter: return .filter(.add(try namedSource(fields), try settings(fields)))
        case .setFilter: return .filter(.set(id: try fields.needed(fields.id), words: try settingWords(fields)))
        case .removeFilter: return .filter(.remove(id: try fields.needed(fields.id)))
        case .background: return .background(try background(fields))
        case .clearBackground: return .background(.clear)
        case .addOverlay: return .overlay(.add(try overlay(fields)))
        case .removeOverlay: return .overlay(.remove(id: try fields.needed(fields.id)))
        case .saveScene, .showScene, .scenes, .removeScene: return try scene(word, fields)
        case .addSource: return .source(try addedSource(fields))
        case .removeSource: return .source(.remove(try namedSource(fields)))
        case .layer, .layout, .zoom: return .layer(try layer(word, fields))
        case .camera: return .camera(try camera(fields))
        case .bitRate: return .bitRate(RateRequest(ceiling: try fields.needed(fields.bitsPerSecond), floor: try fields.least.read()))
        default: return .sound(try sound(word, fields))
        }
    }

    private static func part(_ fields: Fields) throws -> BroadcastPart {
        let text = try fields.needed(fields.part)
        guard let part = BroadcastPart(rawValue: text) else {
            let known = BroadcastPart.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw ControlReply.Refusal(.badField, "\"part\" of \"restart\" is one of \(known)")
        }
        return part
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

    private static func encoding(_ fields: Fields) throws -> EncodingRequest {
        var request = EncodingRequest(try fields.needed(fields.encoding))
        (request.bitRate, request.constantQuality) = (try fields.bitsPerSecond.read(), try fields.crf.read())
        (request.preset, request.framesPerSecond) = (try fields.preset.read(), try fields.fps.read())
        if let text = try fields.size.read() {
            guard let size = EncodingRequest.Size(text) else {
                throw ControlReply.Refusal(.badField, "\"size\" of \"encoding\" must look like \(fields.size.form)")
            }
            request.size = size
        }
        if let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
        return request
    }

    private static func picture(_ fields: Fields) throws -> PictureRequest {
        var request = PictureRequest(framesPerSecond: try fields.fps.read())
        if let text = try fields.size.read() {
            guard case .fixed(let size)? = EncodingRequest.Size(text) else {
                throw ControlReply.Refusal(.badField, "\"size\" of \"picture\" must look like \"1280x720\"")
            }
            request.size = size
        }
        if let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
        return request
    }

    private static func replay(_ fields: Fields) throws -> ReplayRequest {
        let file = try fields.needed(fields.file)
        guard file.hasPrefix("/") else {
            throw ControlReply.Refusal(.badField, "\"file\" of \"replay-save\" has to be an absolute path, such as /videos/clip.mkv")
        }
        let seconds = try fields.seconds.read()
        guard let seconds else { return ReplayRequest(file) }
        guard (ReplayRequest.shortest.inSeconds...ReplayRequest.longest.inSeconds).contains(seconds) else {
            throw ControlReply.Refusal(.badField, "a clip has 0.1 to \(Int(clamping: ReplayRequest.longest.inSeconds)) seconds")
        }
        return ReplayRequest(file, last: .nanoseconds(Int64(clamping: seconds * 1e9)))
    }
}
