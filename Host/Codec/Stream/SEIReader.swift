/// Finds our messages in a picture's packet: user data of H.264 and HEVC, metadata of AV1. Its input is not trusted: anything else in
/// there is passed over.
public enum SEIReader {
    /// The messages in a picture as our encoders' packets have it, which is Annex B but for AV1; before its slices, so that these are not
    /// read.
    public static func messages(in bytes: UnsafeRawBufferPointer, coding: Coding = .h264) -> [StreamMessage] {
        messages(in: bytes, .annexB, coding: coding)
    }

    static func messages(in bytes: UnsafeRawBufferPointer, _ framing: NALUnit.Framing, coding: Coding = .h264) -> [StreamMessage] {
        var found: [StreamMessage] = []
        var offset = 0
        if coding == .av1 { return messages(inUnits: bytes) }
        while let unit = NALUnit.next(in: bytes, from: offset, framing) {
            offset = unit.content.upperBound
            switch unit.role(in: bytes, coding) {
            case .slice: return found
            case .information: found += messages(content: plain(bytes[unit.content].dropFirst(coding == .hevc ? 2 : 1)))
            case .other: break
            }
        }
        return found
    }

    private static func messages(inUnits bytes: UnsafeRawBufferPointer) -> [StreamMessage] {
        var found: [StreamMessage] = []
        var offset = 0
        while let unit = OBU.next(in: bytes, from: offset), unit.kind != .frame, unit.kind != .frameHeader {
            offset = unit.whole.upperBound
            guard unit.kind == .metadata else { continue }
            let content = bytes[unit.content]
            guard content.first == SEIWriter.privateMetadata, content.dropFirst().starts(with: StreamMessage.uuid) else { continue }
            // Behind the text stands the bit that ends a unit.
            let payload = content.dropFirst(1 + StreamMessage.uuid.count).dropLast()
            if let message = StreamMessage(payload: payload) { found.append(message) }
        }
        return found
    }

    /// Without the bytes that keep start codes out.
    static func plain(_ escaped: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(escaped.count)
        var zeros = 0
        for byte in escaped {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            result.append(byte)
        }
        return result
    }

    private static func messages(content: [UInt8]) -> [StreamMessage] {
        var found: [StreamMessage] = []
        var rest = content[...]
        // What is left at the end is the bit that says so.
        while rest.count > 2, let kind = number(&rest), let size = number(&rest), size <= rest.count {
            let payload = rest.prefix(size)
            rest = rest.dropFirst(size)
            guard kind == 5, payload.starts(with: StreamMessage.uuid) else { continue }
            if let message = StreamMessage(payload: payload.dropFirst(StreamMessage.uuid.count)) { found.append(message) }
        }
        return found
    }

    /// A number in steps of 255; `nil` when the bytes end within it.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var sum = 0
        while let byte = rest.popFirst() {
            sum += Int(byte)
            if byte != 0xFF { return sum }
        }
        return nil
    }
}
