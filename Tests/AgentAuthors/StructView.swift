import HeaderFields

/// One message as the C header lays it out: reads and writes fields by the names they have there.
struct StructView {
    struct Field: Hashable {
        let name: String
        let offset: Int
        let size: Int
        let isSigned: Bool
    }

    let fields: [Field]
    /// Of the struct, without the texts and rectangles that follow it.
    let size: Int

    /// - Parameter kind: of the message; 0 is a damage rectangle.
    init?(kind: UInt8) {
        guard var next = header_fields(kind) else { return nil }
        var fields: [Field] = []
        while let name = next.pointee.name {
            fields.append(
                Field(name: String(cString: name), offset: next.pointee.offset, size: next.pointee.size, isSigned: next.pointee.is_signed != 0))
            next += 1
        }
        (self.fields, size) = (fields, header_struct_size(kind))
    }

    /// The fields follow each other without a gap, from the first byte to the last.
    var isGapless: Bool {
        var end = 0
        for field in fields {
            guard field.offset == end else { return false }
            end += field.size
        }
        return end == size
    }

    /// Little-endian, as the host of a test is.
    func read(_ bytes: [UInt8]) -> [String: Int64] {
        Dictionary(
            uniqueKeysWithValues: fields.map { field in
                var value: UInt64 = 0
                for index in (0..<field.size).reversed() { value = value << 8 | UInt64(bytes[field.offset + index]) }
                let unused = UInt64(64 - 8 * field.size)
                return (field.name, field.isSigned ? Int64(bitPattern: value << unused) >> Int64(unused) : Int64(bitPattern: value))
            })
    }

    /// The struct's bytes with these values; a field that is not named is 0.
    func write(_ values: [String: Int64]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        for field in fields {
            let value = values[field.name] ?? 0
            for index in 0..<field.size { bytes[field.offset + index] = UInt8(truncatingIfNeeded: value >> (8 * Int64(index))) }
        }
        return bytes
    }
}
