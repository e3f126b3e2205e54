/// A value of Action Message Format 0 (Adobe, "amf0-file-format-specification"), as far as RTMP servers use it.
package indirect enum AMF0Value: Hashable, Sendable {
    package struct Property: Hashable, Sendable {
        package let name: String
        package let value: AMF0Value
    }

    case number(Double)
    case boolean(Bool)
    case string(String)
    case object([Property])
    /// An object that says how many properties it has.
    case table([Property])
    case array([AMF0Value])
    /// Milliseconds since 1970.
    case date(Double)
    case null
    case undefined

    /// The property of this name; `nil` where there is none, or this is no object.
    package subscript(name: String) -> AMF0Value? {
        switch self {
        case .object(let properties), .table(let properties): properties.last { $0.name == name }?.value
        default: nil
        }
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }

    package static func object(_ properties: KeyValuePairs<String, AMF0Value>) -> AMF0Value {
        .object(properties.map { Property(name: $0.key, value: $0.value) })
    }

    package static func table(_ properties: KeyValuePairs<String, AMF0Value>) -> AMF0Value {
        .table(properties.map { Property(name: $0.key, value: $0.value) })
    }
}

/// What precedes a value.
enum AMF0Marker {
    static let number: UInt8 = 0
    static let boolean: UInt8 = 1
    static let string: UInt8 = 2
    static let object: UInt8 = 3
    static let null: UInt8 = 5
    static let undefined: UInt8 = 6
    static let table: UInt8 = 8
    static let objectEnd: UInt8 = 9
    static let array: UInt8 = 10
    static let date: UInt8 = 11
    static let longString: UInt8 = 12
}
