import Session

extension ControlRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case version = "v"
        case word = "do"
        case backend, arguments, agent, id
    }

    /// - Throws: `ControlReply.Refusal` naming what is wrong; what else a decoder throws means that it was no JSON object.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let version = try fields.decodeIfPresent(Int.self, forKey: .version), version == Self.version else {
            throw ControlReply.Refusal(.unsupportedVersion, "this host takes requests of version \(Self.version): add \"v\":\(Self.version)")
        }
        let text = try fields.decodeIfPresent(String.self, forKey: .word) ?? ""
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlReply.Refusal(.unknownRequest, "\"\(PlainText.of(text.prefix(32)))\" is not a request: \"do\" takes \(known)")
        }
        self = try Self.request(word, Fields(of: word, in: fields))
        if case .ask(let request) = self, let problem = request.problem { throw ControlReply.Refusal(.badField, problem) }
    }

    private static func request(_ word: Word, _ fields: Fields) throws -> ControlRequest {
        switch word {
        case .status: return .status
        case .stop: return .stop
        case .mute: return .mute
        case .unmute: return .unmute
        case .agents: return .agents
        case .operation: return .operation(id: try fields.needed(fields.id))
        case .swap: return .ask(.swap(backend: try fields.needed(fields.backend), arguments: try fields.arguments.read() ?? []))
        case .switchTo: return .ask(.switchTo(agent: try fields.needed(fields.agent)))
        case .startAgent: return .ask(.start(backend: try fields.backend.read(), arguments: try fields.arguments.read() ?? []))
        case .stopAgent: return .ask(.stop(agent: try fields.agent.read()))
        case .pause: return .ask(.pause(agent: try fields.agent.read()))
        case .resume: return .ask(.resume(agent: try fields.agent.read()))
        }
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

        init(of word: Word, in fields: KeyedDecodingContainer<CodingKeys>) {
            backend = Field(word: word, fields: fields, key: .backend, form: "\"x11\"")
            arguments = Field(word: word, fields: fields, key: .arguments, form: "[\"--display\",\":1\"]")
            agent = Field(word: word, fields: fields, key: .agent, form: "3, as \"agents\" lists them")
            id = Field(word: word, fields: fields, key: .id, form: "7, as it was answered")
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
        case .status, .stop, .mute, .unmute, .agents: break
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

    private var word: Word {
        switch self {
        case .status: .status
        case .stop: .stop
        case .mute: .mute
        case .unmute: .unmute
        case .agents: .agents
        case .operation: .operation
        case .ask(.swap): .swap
        case .ask(.switchTo): .switchTo
        case .ask(.start): .startAgent
        case .ask(.stop): .stopAgent
        case .ask(.pause): .pause
        case .ask(.resume): .resume
        }
    }
}
