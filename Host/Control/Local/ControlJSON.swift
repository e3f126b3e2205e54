import FoundationEssentials

/// How this module writes and reads JSON: fields sorted, slashes as they are, never a number that JSON has no word for.
enum ControlJSON {
    /// - Parameter isPretty: over several lines, for people.
    static func encode(_ value: some Encodable, isPretty: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = isPretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return Array(try encoder.encode(value))
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: some Sequence<UInt8>, _ information: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        let decoder = JSONDecoder()
        decoder.userInfo = information
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: Data(bytes))
    }
}
