/// Values to bytes.
extension AMF0Value {
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .number(let number):
            bytes.append(AMF0Marker.number)
            Self.append(number.bitPattern, to: &bytes)
        case .boolean(let isTrue): bytes += [AMF0Marker.boolean, isTrue ? 1 : 0]
        case .string(let text): Self.append(text, to: &bytes)
        case .object(let properties):
            bytes.append(AMF0Marker.object)
            Self.append(properties, to: &bytes)
        case .table(let properties):
            bytes.append(AMF0Marker.table)
            Self.append(UInt32(clamping: properties.count), to: &bytes)
            Self.append(properties, to: &bytes)
        case .array(let values):
            bytes.append(AMF0Marker.array)
            Self.append(UInt32(clamping: values.count), to: &bytes)
            for value in values { value.append(to: &bytes) }
        case .date(let milliseconds):
            bytes.append(AMF0Marker.date)
            Self.append(milliseconds.bitPattern, to: &bytes)
            // A time zone, which is reserved.
            bytes += [0, 0]
        case .null: bytes.append(AMF0Marker.null)
        case .undefined: bytes.append(AMF0Marker.undefined)
        }
    }

    package static func bytes(_ values: AMF0Value...) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values { value.append(to: &bytes) }
        return bytes
    }

    private static func append(_ properties: [Property], to bytes: inout [UInt8]) {
        for property in properties {
            let name = property.name.utf8.prefix(Int(UInt16.max))
            append(UInt16(name.count), to: &bytes)
            bytes += name
            property.value.append(to: &bytes)
        }
        bytes += [0, 0, AMF0Marker.objectEnd]
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let characters = text.utf8
        if let short = UInt16(exactly: characters.count) {
            bytes.append(AMF0Marker.string)
            append(short, to: &bytes)
        } else {
            bytes.append(AMF0Marker.longString)
            append(UInt32(clamping: characters.count), to: &bytes)
        }
        bytes += characters
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
}
