/// A piece of JSON that is written, not read.
enum JSONValue: Encodable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case text(String)
    case whole(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .whole(number) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(dictionaryLiteral pairs: (String, JSONValue)...) { self = .object(Dictionary(pairs) { $1 }) }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .whole(let number): try value.encode(number)
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
