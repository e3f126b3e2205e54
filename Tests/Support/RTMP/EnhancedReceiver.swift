package import Codec
package import Protocols

/// What a server of enhanced RTMP makes of the messages of one published stream: an elementary stream that decoders of files read.
package struct EnhancedReceiver {
    /// Annex B of HEVC; of AV1 IVF, each picture a frame.
    package private(set) var picture: [UInt8] = []
    /// Of the pictures, in milliseconds.
    package private(set) var times: [UInt32] = []
    /// Packet types of the pictures in the order in which they came.
    package private(set) var kinds: [UInt8] = []
    package private(set) var keyframes = 0
    /// An identification header, and packets.
    package private(set) var opus: [[UInt8]] = []
    package private(set) var metadata: AMF0Value?
    /// What no server would understand.
    package private(set) var trouble: [String] = []
    private let coding: Coding
    private var header: [UInt8] = []

    package init(_ coding: Coding) { self.coding = coding }

    package mutating func receive(_ message: RTMPMessage) {
        switch message.kind {
        case RTMPMessage.Kind.video: receive(picture: message)
        case RTMPMessage.Kind.audio: receive(audio: message)
        case RTMPMessage.Kind.data where message.values.contains { $0.text == "onMetaData" }: metadata = message.values.last
        default: break
        }
    }

    private mutating func receive(picture message: RTMPMessage) {
        let bytes = message.payload
        guard bytes.count >= 5, bytes[0] & 0x80 != 0, String(decoding: bytes[1..<5], as: UTF8.self) == coding.fourCC else {
            trouble.append("a picture that begins \(bytes.prefix(5))")
            return
        }
        kinds.append(bytes[0] & 0xF)
        if bytes[0] >> 4 & 7 == 1 { keyframes += bytes[0] & 0xF == 1 || bytes[0] & 0xF == 3 ? 1 : 0 }
        switch (bytes[0] & 0xF, coding) {
        case (0, .hevc): header = annexB(record: Array(bytes.dropFirst(5)))
        case (0, _):
            header = Array(bytes.dropFirst(9))
            picture = Array("DKIF".utf8) + [0, 0, 32, 0] + Array("AV01".utf8) + [0, 0, 0, 0, 232, 3, 0, 0, 1] + Array(repeating: 0, count: 11)
        case (1, .hevc): append(units: bytes.dropFirst(8), at: message.timestamp)
        case (3, .hevc): append(units: bytes.dropFirst(5), at: message.timestamp)
        case (1, .av1): append(frame: Array(bytes.dropFirst(5)), at: message.timestamp)
        case (2, _): break
        default: trouble.append("a picture of kind \(bytes[0])")
        }
    }

    private mutating func append(units: ArraySlice<UInt8>, at time: UInt32) {
        if times.isEmpty { picture += header }
        times.append(time)
        var rest = units
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard length <= rest.count - 4 else { break }
            picture += [0, 0, 0, 1] + rest.dropFirst(4).prefix(length)
            rest = rest.dropFirst(4 + length)
        }
        if !rest.isEmpty { trouble.append("\(rest.count) bytes that are no unit") }
    }

    private mutating func append(frame units: [UInt8], at time: UInt32) {
        if units.starts(with: [0x12, 0]) { trouble.append("a delimiter") }
        let frame = [0x12, 0] + (times.isEmpty ? header : []) + units
        picture += withUnsafeBytes(of: UInt32(frame.count).littleEndian) { Array($0) }
        picture += withUnsafeBytes(of: UInt64(time).littleEndian) { Array($0) }
        picture += frame
        times.append(time)
    }

    private mutating func receive(audio message: RTMPMessage) {
        let bytes = message.payload
        // AAC as ever.
        if bytes.first == 0xAF { return }
        guard bytes.count >= 5, bytes[0] >> 4 == 9, String(decoding: bytes[1..<5], as: UTF8.self) == "Opus", bytes[0] & 0xF <= 1 else {
            trouble.append("audio that begins \(bytes.prefix(5))")
            return
        }
        opus.append(Array(bytes.dropFirst(5)))
    }

    /// The parameter sets of an HEVCDecoderConfigurationRecord.
    private mutating func annexB(record: [UInt8]) -> [UInt8] {
        var sets: [UInt8] = []
        guard record.count > 23, record[0] == 1, record[21] & 3 == 3 else {
            trouble.append("a record of \(record.count) bytes")
            return []
        }
        var rest = record[23...]
        for _ in 0..<record[22] {
            guard rest.count > 3 else { break }
            let count = Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2])
            rest = rest.dropFirst(3)
            for _ in 0..<count where rest.count > 2 {
                let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
                sets += [0, 0, 0, 1] + rest.dropFirst(2).prefix(length)
                rest = rest.dropFirst(2 + length)
            }
        }
        return sets
    }
}
