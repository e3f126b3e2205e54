/// A piece of JSON.
enum JSONValue: Codable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case text(String)
    case whole(Int)
    /// With a part behind the point, or beyond what an `Int` can be.
    case number(Double)
    case null
    case flag(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .whole(number) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(dictionaryLiteral pairs: (String, JSONValue)...) { self = .object(Dictionary(pairs) { $1 }) }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {  // of each kind but one it says that it is another
            self = .flag(flag)
        } else if let text = try? value.decode(String.self) {  // as above
            self = .text(text)
        } else if let number = try? value.decode(Int.self) {  // as above
            self = .whole(number)
        } else if let number = try? value.decode(Double.self) {  // as above
            self = .number(number)
        } else if let elements = try? value.decode([JSONValue].self) {  // as above
            self = .list(elements)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .whole(let number): try value.encode(number)
        case .number(let number): try value.encode(number)
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .list(let elements): try value.encode(elements)
        case .object(let fields): try value.encode(fields)
        }
    }

    /// An object with more in it; anything else as it is.
    func adding(_ more: [String: JSONValue]) -> JSONValue {
        guard case .object(let fields) = self else { return self }
        return .object(fields.merging(more) { $1 })
    }

    subscript(_ name: String) -> JSONValue? { if case .object(let fields) = self { fields[name] } else { nil } }
}
