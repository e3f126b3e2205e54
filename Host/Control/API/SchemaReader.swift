import Platform

/// Finds out which JSON a type is read from, by letting it read: what it asks for is noted, and sample values are what it gets.
final class SchemaReader: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private var fields: [String: JSONValue] = [:]
    private var optional: Set<String> = []

    /// The schema of an object, or of what the type is written as instead.
    static func schema<Value: Decodable>(of type: Value.Type) throws -> (schema: JSONValue, sample: Value) {
        if let known = type as? any SchemaValue.Type, let sample = known.sample as? Value { return (try known.schema(), sample) }
        let reader = SchemaReader()
        let sample = try Value(from: reader)
        let needed = reader.fields.keys.filter { !reader.optional.contains($0) }.sorted()
        return (["type": "object", "properties": .object(reader.fields), "required": .list(needed.map { .text($0) })], sample)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> { KeyedDecodingContainer(Object<Key>(reader: self)) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unreadable() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unreadable() }

    /// A type that is no object, and has no schema of its own below.
    struct Unreadable: Error {}

    private struct Object<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let reader: SchemaReader
        let codingPath: [any CodingKey] = []
        let allKeys: [Key] = []

        func contains(_ key: Key) -> Bool { true }

        /// Asked before a field that may be absent is read.
        func decodeNil(forKey key: Key) -> Bool {
            reader.optional.insert(key.stringValue)
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (schema, sample) = try SchemaReader.schema(of: type)
            reader.fields[key.stringValue] = schema
            return sample
        }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
            throw Unreadable()
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unreadable() }
        func superDecoder() throws -> any Decoder { throw Unreadable() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw Unreadable() }
    }
}
