import AgentProtocol
import AppGroup
import Codec
import Delivery
import Platform
import Session

extension ControlRequest: Decodable {
    enum CodingKeys: String, CodingKey {
        case version = "v"
        case word = "do"
        case backend, arguments, agent, id, source, set, layout, transition, gain, channels, processing, decibels, sink, url, loop, on
        case microphone, desktop
        case bitsPerSecond, least, milliseconds, encoding, crf, preset, fps, size
        case clip, from, to, trim, name, file, seconds, folder, format, factor, follow, x, y, width, letterHeight, opacity
        case colour = "color"
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
        case .preview: return .preview
        case .snapshot: return .snapshot(try snapshot(fields))
        case .targets: return .targets
        case .addTarget: return .target(.add(try located(fields)))
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

    /// The host has a directory of its own, which says nothing to those who ask.
    static func located(_ fields: Fields) throws -> String {
        let text = try fields.needed(fields.url)
        guard text.isEmpty || text.contains("://") || text.hasPrefix("/") || text.hasPrefix(TargetURL.folderPrefix + "/") else {
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
            throw ControlReply.Refusal(.badField, "\"file\" of \"replay-save\" is no absolute path, such as /videos/clip.mkv")
        }
        let seconds = try fields.seconds.read()
        guard let seconds else { return ReplayRequest(file) }
        guard (ReplayRequest.shortest.inSeconds...ReplayRequest.longest.inSeconds).contains(seconds) else {
            throw ControlReply.Refusal(.badField, "a clip has 0.1 to \(Int(clamping: ReplayRequest.longest.inSeconds)) seconds")
        }
        return ReplayRequest(file, last: .nanoseconds(Int64(clamping: seconds * 1e9)))
    }

    /// The body of a request, each field with its right form. Fields that a request has no use for do no harm.
    struct Fields {
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
        let set: Field<[String]>
        let layout: Field<String>
        let transition: Field<String>
        let factor: Field<Double>
        let follow: Field<String>
        let x: Field<Double>
        let y: Field<Double>
        let width: Field<Double>
        let letterHeight: Field<Double>
        let opacity: Field<Double>
        let colour: Field<String>
        let gain: Field<String>
        let microphone: Field<String>
        let desktop: Field<String>
        let channels: Field<String>
        let processing: Field<[String]>
        let decibels: Field<Double>
        let sink: Field<String>
        let url: Field<String>
        let loop: Field<Bool>
        let on, trim: Field<Bool>
        let name: Field<String>
        let file: Field<String>
        let seconds: Field<Double>
        let from, to: Field<Double>
        let folder, clip: Field<String>
        let format: Field<String>
        let bitsPerSecond: Field<Int>
        let least: Field<Int>
        let milliseconds: Field<Double>
        let encoding: Field<String>
        let crf: Field<Double>
        let preset: Field<String>
        let fps: Field<FrameRate>
        let size: Field<String>
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
            source = Field(word: word, fields: fields, key: .source, form: word.isOfPicture ? "\"cam\"" : "\"mic\"")
            let setting = word == .camera ? "[\"zoom=2.0\"]" : word.isOfFilter ? "[\"smooth=0.6\"]" : nil
            set = Field(word: word, fields: fields, key: .set, form: setting ?? "[\"880,320\",\"300x300\",\"z=1\"]")
            layout = Field(word: word, fields: fields, key: .layout, form: "\"pip\"")
            transition = Field(word: word, fields: fields, key: .transition, form: "\"fade:300ms\"")
            factor = Field(word: word, fields: fields, key: .factor, form: "2.0")
            follow = Field(word: word, fields: fields, key: .follow, form: "\"pointer\"")
            x = Field(word: word, fields: fields, key: .x, form: "0.1")
            y = Field(word: word, fields: fields, key: .y, form: "0.1")
            width = Field(word: word, fields: fields, key: .width, form: "0.3")
            letterHeight = Field(word: word, fields: fields, key: .letterHeight, form: "0.05")
            opacity = Field(word: word, fields: fields, key: .opacity, form: "0.9")
            colour = Field(word: word, fields: fields, key: .colour, form: "\"#ffffff\"")
            gain = Field(word: word, fields: fields, key: .gain, form: "\"-6dB\" or \"50\"")
            microphone = Field(word: word, fields: fields, key: .microphone, form: "\"default\" or \"USB Headset\"")
            desktop = Field(word: word, fields: fields, key: .desktop, form: "\"app=Firefox\", or \"\" for all that the default sink plays")
            channels = Field(word: word, fields: fields, key: .channels, form: "\"mono\"")
            processing = Field(word: word, fields: fields, key: .processing, form: "[\"echo\",\"noise\"]")
            decibels = Field(word: word, fields: fields, key: .decibels, form: "12")
            sink = Field(word: word, fields: fields, key: .sink, form: "\"headphones\"")
            url = Field(word: word, fields: fields, key: .url, form: "\"/music/song.ogg\"")
            loop = Field(word: word, fields: fields, key: .loop, form: "true")
            on = Field(word: word, fields: fields, key: .on, form: "true")
            name = Field(word: word, fields: fields, key: .name, form: word == .mark ? "\"Questions\"" : "\"talk\"")
            file = Field(word: word, fields: fields, key: .file, form: word == .snapshot ? "\"/pictures/a.png\"" : "\"/videos/clip.mkv\"")
            clip = Field(word: word, fields: fields, key: .clip, form: "\"/videos/away.mp4\"")
            from = Field(word: word, fields: fields, key: .from, form: "2")
            to = Field(word: word, fields: fields, key: .to, form: "6")
            trim = Field(word: word, fields: fields, key: .trim, form: "true")
            folder = Field(word: word, fields: fields, key: .folder, form: word == .snapshot ? "\"/pictures\"" : "\"/scenes\"")
            format = Field(word: word, fields: fields, key: .format, form: "\"png\" or \"jpeg\"")
            seconds = Field(word: word, fields: fields, key: .seconds, form: "30")
            bitsPerSecond = Field(word: word, fields: fields, key: .bitsPerSecond, form: "2000000")
            least = Field(word: word, fields: fields, key: .least, form: "300000")
            milliseconds = Field(word: word, fields: fields, key: .milliseconds, form: "40")
            encoding = Field(word: word, fields: fields, key: .encoding, form: "\"low\"")
            crf = Field(word: word, fields: fields, key: .crf, form: "20")
            preset = Field(word: word, fields: fields, key: .preset, form: "\"faster\"")
            fps = Field(word: word, fields: fields, key: .fps, form: "30 or 29.97; use 1 to 240")
            size = Field(word: word, fields: fields, key: .size, form: "\"640x360\" or \"source\"")
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
}
