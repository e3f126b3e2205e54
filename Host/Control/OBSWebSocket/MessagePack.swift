/// JSON in the bytes of MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md). What JSON has no word for, binary data and
/// extensions, is refused.
enum MessagePack {
    struct Malformed: Error {}

    /// Of lists in lists: far beyond any message.
    private static let deepest = 64

    // MARK: Reading

    /// - Throws: `Malformed` where it is not one value, and all of it.
    static func decode(_ bytes: some Sequence<UInt8>) throws(Malformed) -> JSONValue {
        var reader = Reader(bytes: Array(bytes))
        let value = try reader.value(depth: 0)
        guard reader.left == 0 else { throw Malformed() }
        return value
    }

    private struct Reader {
        let bytes: [UInt8]
        private var next = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var left: Int { bytes.count - next }

        mutating func value(depth: Int) throws(Malformed) -> JSONValue {
            guard depth < deepest else { throw Malformed() }
            let first = try byte()
            switch first {
            case 0x00...0x7F: return .whole(Int(first))
            case 0x80...0x8F: return try object(Int(first & 0x0F), depth)
            case 0x90...0x9F: return try list(Int(first & 0x0F), depth)
            case 0xA0...0xBF: return .text(try text(Int(first & 0x1F)))
            case 0xC0: return .null
            case 0xC2, 0xC3: return .flag(first == 0xC3)
            case 0xCA: return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(4)))))
            case 0xCB: return .number(Double(bitPattern: try number(8)))
            case 0xCC, 0xCD, 0xCE, 0xCF:
                let number = try number(1 << Int(first - 0xCC))
                return Int(exactly: number).map { .whole($0) } ?? .number(Double(number))
            case 0xD0: return .whole(Int(Int8(truncatingIfNeeded: try number(1))))
            case 0xD1: return .whole(Int(Int16(truncatingIfNeeded: try number(2))))
            case 0xD2: return .whole(Int(Int32(truncatingIfNeeded: try number(4))))
            case 0xD3: return .whole(Int(truncatingIfNeeded: try number(8)))
            case 0xD9, 0xDA, 0xDB: return .text(try text(try count(1 << Int(first - 0xD9))))
            case 0xDC, 0xDD: return try list(try count(first == 0xDC ? 2 : 4), depth)
            case 0xDE, 0xDF: return try object(try count(first == 0xDE ? 2 : 4), depth)
            case 0xE0...0xFF: return .whole(Int(Int8(bitPattern: first)))
            default: throw Malformed()
            }
        }

        private mutating func list(_ count: Int, _ depth: Int) throws(Malformed) -> JSONValue {
            // Each has a byte at least.
            guard count <= left else { throw Malformed() }
            var elements: [JSONValue] = []
            for _ in 0..<count { elements.append(try value(depth: depth + 1)) }
            return .list(elements)
        }

        private mutating func object(_ count: Int, _ depth: Int) throws(Malformed) -> JSONValue {
            guard count <= left / 2 else { throw Malformed() }
            var fields: [String: JSONValue] = [:]
            for _ in 0..<count {
                guard case .text(let name) = try value(depth: depth + 1) else { throw Malformed() }
                fields[name] = try value(depth: depth + 1)
            }
            return .object(fields)
        }

        private mutating func text(_ count: Int) throws(Malformed) -> String {
            guard count <= left, let text = String(validating: bytes[next..<next + count], as: UTF8.self) else { throw Malformed() }
            next += count
            return text
        }

        private mutating func byte() throws(Malformed) -> UInt8 {
            guard left > 0 else { throw Malformed() }
            next += 1
            return bytes[next - 1]
        }

        /// Most significant byte first.
        private mutating func number(_ count: Int) throws(Malformed) -> UInt64 {
            var number: UInt64 = 0
            for _ in 0..<count { number = number << 8 | UInt64(try byte()) }
            return number
        }

        private mutating func count(_ bytes: Int) throws(Malformed) -> Int { Int(truncatingIfNeeded: try number(bytes)) }
    }

    // MARK: Writing

    static func encode(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        write(value, to: &bytes)
        return bytes
    }

    private static func write(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0xC0)
        case .flag(let flag): bytes.append(flag ? 0xC3 : 0xC2)
        case .whole(let number) where (-32...127).contains(number): bytes.append(UInt8(truncatingIfNeeded: number))
        case .whole(let number): bytes += [0xD3] + raw(UInt64(bitPattern: Int64(number)), 8)
        case .number(let number): bytes += [0xCB] + raw(number.bitPattern, 8)
        case .text(let text): bytes += head(text.utf8.count, short: 0xA0, most: 31, [(0xD9, 1), (0xDA, 2), (0xDB, 4)]) + text.utf8
        case .list(let elements):
            bytes += head(elements.count, short: 0x90, most: 15, [(0xDC, 2), (0xDD, 4)])
            for element in elements { write(element, to: &bytes) }
        case .object(let fields):
            bytes += head(fields.count, short: 0x80, most: 15, [(0xDE, 2), (0xDF, 4)])
            for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
                write(.text(name), to: &bytes)
                write(field, to: &bytes)
            }
        }
    }

    private static func head(_ count: Int, short: UInt8, most: Int, _ longer: [(mark: UInt8, bytes: Int)]) -> [UInt8] {
        if count <= most { return [short | UInt8(count)] }
        let form = longer.first { count < 1 << (8 * $0.bytes) } ?? longer[longer.count - 1]
        return [form.mark] + raw(UInt64(count), form.bytes)
    }

    private static func raw(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
}
