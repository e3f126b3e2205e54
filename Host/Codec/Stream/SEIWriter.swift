/// Writes messages as codecs expect them between the pictures' own data: one unit each, in Annex B but for AV1.
enum SEIWriter {
    /// A kind of metadata that AV1 leaves to its users (6.7.1: 6 to 31).
    static let privateMetadata: UInt8 = 25

    /// The whole unit with what precedes it, ready to be put before a picture's first slice.
    static func unit(_ message: StreamMessage, coding: Coding = .h264) -> [UInt8] {
        let payload = StreamMessage.uuid + message.payload
        guard coding != .av1 else {
            let content = [privateMetadata] + payload + [0x80]
            return [OBU.Kind.metadata.rawValue << 3 | 2] + OBU.leb128(content.count) + content
        }
        // "user data, unregistered", its length in steps of 255 (7.3.2.3.1), the payload, and the bit that ends a unit's content.
        var content: [UInt8] = [5]
        content += repeatElement(0xFF, count: payload.count / 255)
        content.append(UInt8(payload.count % 255))
        content += payload
        content.append(0x80)
        // HEVC: a header of two bytes; layer 0, temporal layer 0.
        let header = coding == .hevc ? [NALUnit.HEVCKind.information.rawValue << 1, 1] : [NALUnit.Kind.information.rawValue]
        return [0, 0, 0, 1] + header + escaped(content)
    }

    /// Keeps what looks like a start code out of a unit: two zeros are never followed by 0...3 (7.4.1).
    static func escaped(_ content: [UInt8]) -> [UInt8] {
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
