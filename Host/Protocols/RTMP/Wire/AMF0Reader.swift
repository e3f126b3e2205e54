/// Bytes to values. Reads no further than the bytes go, allocates no more than they hold, and stops at a marker that it does not know:
/// the values before it still count, since servers differ in what they append.
package struct AMF0Reader {
    private let bytes: [UInt8]
    private var position: Int
    private static let deepest = 16

    private init(_ bytes: [UInt8], from position: Int) { (self.bytes, self.position) = (bytes, position) }

    /// All values up to the first that cannot be read.
    package static func values(_ bytes: [UInt8], from position: Int = 0) -> [AMF0Value] {
        var reader = AMF0Reader(bytes, from: position)
        var values: [AMF0Value] = []
        while let value = reader.next(depth: 0) { values.append(value) }
        return values
    }

    private mutating func next(depth: Int) -> AMF0Value? {
        guard depth < Self.deepest, let marker = integer(UInt8.self) else { return nil }
        switch marker {
        case AMF0Marker.number: return integer(UInt64.self).map { .number(Double(bitPattern: $0)) }
        case AMF0Marker.boolean: return integer(UInt8.self).map { .boolean($0 != 0) }
        case AMF0Marker.string: return integer(UInt16.self).flatMap { text(Int($0)) }.map { .string($0) }
        case AMF0Marker.longString: return integer(UInt32.self).flatMap { text(Int($0)) }.map { .string($0) }
        case AMF0Marker.object: return properties(depth: depth).map { .object($0) }
        case AMF0Marker.table: return integer(UInt32.self).flatMap { _ in properties(depth: depth) }.map { .table($0) }
        case AMF0Marker.array: return array(depth: depth)
        case AMF0Marker.date:
            guard let milliseconds = integer(UInt64.self), integer(UInt16.self) != nil else { return nil }
            return .date(Double(bitPattern: milliseconds))
        case AMF0Marker.null: return .null
        case AMF0Marker.undefined: return .undefined
        default: return nil
        }
    }

    private mutating func properties(depth: Int) -> [AMF0Value.Property]? {
        var found: [AMF0Value.Property] = []
        while let count = integer(UInt16.self), let name = text(Int(count)) {
            if count == 0, position < bytes.count, bytes[position] == AMF0Marker.objectEnd {
                position += 1
                return found
            }
            guard let value = next(depth: depth + 1) else { return nil }
            found.append(AMF0Value.Property(name: name, value: value))
        }
        return nil
    }

    private mutating func array(depth: Int) -> AMF0Value? {
        guard let count = integer(UInt32.self) else { return nil }
        var values: [AMF0Value] = []
        for _ in 0..<count {
            guard let value = next(depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func integer<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        return bytes[position..<position + size].reduce(0) { $0 << 8 | Number($1) }
    }

    private mutating func text(_ count: Int) -> String? {
        guard bytes.count - position >= count else { return nil }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }
}
