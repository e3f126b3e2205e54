/// One value that belongs to an event, for programs: plain JSON.
public enum EventField: Hashable, Sendable {
    case text(String)
    case number(Double)
    case whole(Int)
    case flag(Bool)
}

extension EventField: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // In this order: a decoder may take 1 for true, and takes 1 for 1.0.
        if let text = try? value.decode(String.self) {  // then it is another kind
            self = .text(text)
        } else if let flag = try? value.decode(Bool.self) {  // as above
            self = .flag(flag)
        } else if let whole = try? value.decode(Int.self) {  // as above
            self = .whole(whole)
        } else {
            self = .number(try value.decode(Double.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .whole(let whole): try value.encode(whole)
        case .flag(let flag): try value.encode(flag)
        }
    }
}

extension EventField: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
}
