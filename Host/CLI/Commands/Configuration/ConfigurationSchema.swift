import Configuration

/// The file's form as JSON Schema 2020-12.
struct ConfigurationSchema: Encodable {
    indirect enum Node: Encodable {
        case word(String)
        case no
        case list([Node])
        case object([String: Node])

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .word(let text): try container.encode(text)
            case .no: try container.encode(false)
            case .list(let nodes): try container.encode(nodes)
            case .object(let nodes): try container.encode(nodes)
            }
        }
    }

    private let root: Node

    init(_ keys: ConfigurationKeys) {
        let options = Dictionary(uniqueKeysWithValues: keys.all.map { ($0.name, Self.node(of: $0)) })
        var settings = options
        settings["inherit"] = .object(["type": .word("string"), "description": .word("Settings whose options these begin with.")])
        let one = Node.object(["type": .list([.word("object"), .word("null")]), "properties": .object(settings), "additionalProperties": .no])
        var all = options
        all["settings"] = .object([
            "type": .word("object"), "description": .word("Options under a name, for --use NAME."), "additionalProperties": one,
        ])
        root = .object([
            "$schema": .word("https://json-schema.org/draft/2020-12/schema"), "title": .word("Splitcast's configuration"),
            "type": .list([.word("object"), .word("null")]), "properties": .object(all), "additionalProperties": .no,
        ])
    }

    func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }

    private static func node(of key: ConfigurationKey) -> Node {
        // A number in YAML is the text as it stands there.
        let value = [Node.word("string"), .word("number")]
        let type: [String: Node] =
            switch key.kind {
            case .flag, .reversibleFlag: ["type": .word("boolean")]
            case .value: ["type": .list(value)]
            case .optionalValue: ["type": .list(value + [.word("boolean")])]
            case .list:
                [
                    "type": .list(value + [.word("array"), .word("object")]), "items": .object(["type": .list(value)]),
                    "additionalProperties": .object(["type": .list(value)]),
                ]
            }
        return .object(type.merging(["description": .word(key.help)]) { $1 })
    }
}
