/// Reads little-endian fields from a message, never past its end, allocating nothing but the texts asked for.
///
/// Borrows the bytes: valid as long as they are.
struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var remaining: Int { bytes.count - offset }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(WireError) -> Value {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { throw .truncated }
        defer { offset += size }
        return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }

    mutating func bytes(_ count: Int) throws(WireError) -> UnsafeRawBufferPointer {
        guard count >= 0, remaining >= count else { throw .truncated }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    /// One length byte, then that many bytes of UTF-8. Control characters and broken UTF-8 are refused: texts reach terminals.
    mutating func text(_ field: StaticString, atMost limit: Int) throws(WireError) -> String {
        let count = Int(try integer(UInt8.self))
        guard count <= limit else { throw .badValue(field: field) }
        guard let text = String(validating: try bytes(count), as: UTF8.self), text.unicodeScalars.allSatisfy(Self.isAllowed) else {
            throw .badValue(field: field)
        }
        return text
    }

    /// Nothing that steers a terminal: neither C0 controls and 127 nor C1 controls, U+0080 to U+009F, which some take for escapes.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 32 && !(127...159).contains(scalar.value) }

    mutating func flag(_ field: StaticString) throws(WireError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw .badValue(field: field)
        }
    }

    func finish() throws(WireError) { guard remaining == 0 else { throw .trailing } }
}
