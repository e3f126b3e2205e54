/// Writes messages as H.264 expects them between the pictures' own data: one NAL unit each, in Annex B.
enum SEIWriter {
    /// A start code and the whole unit, ready to be put before a picture's first slice.
    static func unit(_ message: StreamMessage) -> [UInt8] {
        let payload = StreamMessage.uuid + message.payload
        // "user data, unregistered", its length in steps of 255 (7.3.2.3.1), the payload, and the bit that ends a unit's content.
        var content: [UInt8] = [5]
        content += repeatElement(0xFF, count: payload.count / 255)
        content.append(UInt8(payload.count % 255))
        content += payload
        content.append(0x80)
        return [0, 0, 0, 1, NALUnit.Kind.information.rawValue] + escaped(content)
    }

    /// Keeps what looks like a start code out of a unit: two zeros are never followed by 0...3 (7.4.1).
    private static func escaped(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count + 8)
        var zeros = 0
        for byte in content {
            if zeros == 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }
}
