/// Where one unit of AV1 lies in a packet's bytes (AV1, 5.3). Only found, never copied.
struct OBU {
    enum Kind: UInt8 {
        case sequence = 1
        case temporalDelimiter = 2
        case frameHeader = 3
        case metadata = 5
        case frame = 6
    }

    /// All of it, its header first.
    let whole: Range<Int>
    /// What follows header and size.
    let content: Range<Int>
    /// `nil` for kinds that nothing here asks for.
    let kind: Kind?

    /// The unit at `offset`; `nil` when there is none, or the bytes end within it. One without a size goes to the end.
    static func next(in bytes: UnsafeRawBufferPointer, from offset: Int) -> OBU? {
        guard offset >= 0, offset < bytes.count, bytes[offset] & 0x80 == 0 else { return nil }
        let header = bytes[offset]
        var position = offset + (header & 4 == 0 ? 1 : 2)
        var size = bytes.count - position
        if header & 2 != 0 {
            guard let (value, length) = leb128(bytes, position) else { return nil }
            (size, position) = (value, position + length)
        }
        guard size >= 0, size <= bytes.count - position else { return nil }
        return OBU(whole: offset..<position + size, content: position..<position + size, kind: Kind(rawValue: header >> 3 & 0xF))
    }

    /// A number in steps of seven bits, least significant first (4.10.5); at most 32 bits.
    static func leb128(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> (value: Int, length: Int)? {
        var value = 0
        for index in 0..<5 {
            guard offset + index < bytes.count else { return nil }
            let byte = bytes[offset + index]
            value |= Int(byte & 0x7F) << (index * 7)
            if byte & 0x80 == 0 { return value <= UInt32.max ? (value, index + 1) : nil }
        }
        return nil
    }

    static func leb128(_ value: Int) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), value)
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }
}
