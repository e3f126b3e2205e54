extension StreamDescription {
    /// How HLS, DASH and browsers name it (RFC 6381), by what decoders start with: `avc1.64001F`, `mp4a.40.2`. `nil` where the encoder
    /// has not said what belongs into it.
    public var codecName: String? {
        let record = decoderConfiguration
        switch coding {
        case .h264: return record.count > 3 ? "avc1." + record[1...3].map(Self.hex).joined() : nil
        case .hevc: return Self.hevcName(record)
        case .av1: return Self.av1Name(record)
        case .aac: return Self.audioObjectType(record).map { "mp4a.40.\($0)" }
        case .opus: return "opus"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }

    /// ISO 14496-15, annex E: profile, what it is compatible with, tier and level, constraints without the zeros at their end.
    private static func hevcName(_ record: [UInt8]) -> String? {
        guard record.count > 12 else { return nil }
        let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
        // The last bit first.
        var reversed: UInt32 = 0
        for bit in 0..<32 where record[2 + bit / 8] & (0x80 >> (bit % 8)) != 0 { reversed |= 1 << UInt32(bit) }
        var constraints = Array(record[6...11])
        while constraints.last == 0 { constraints.removeLast() }
        let tier = record[1] & 0x20 == 0 ? "L" : "H"
        let parts = ["hvc1", "\(space)\(record[1] & 0x1F)", String(reversed, radix: 16, uppercase: true), "\(tier)\(record[12])"]
        return (parts + constraints.map { String($0, radix: 16, uppercase: true) }).joined(separator: ".")
    }

    /// "AV1 Codec ISO Media File Format Binding", 5: profile, level and tier, bits of a sample.
    private static func av1Name(_ record: [UInt8]) -> String? {
        guard record.count > 2 else { return nil }
        let level = record[1] & 0x1F
        let bits = record[2] & 0x40 == 0 ? "08" : record[2] & 0x20 == 0 ? "10" : "12"
        return "av01.\(record[1] >> 5).\(level < 10 ? "0" : "")\(level)\(record[2] & 0x80 == 0 ? "M" : "H").\(bits)"
    }

    /// Of an AudioSpecificConfig (ISO 14496-3, 1.6.2.1): five bits, or six more where those are full.
    private static func audioObjectType(_ record: [UInt8]) -> Int? {
        guard record.count > 1 else { return nil }
        let type = Int(record[0] >> 3)
        return type == 31 ? 32 + (Int(record[0] & 7) << 3 | Int(record[1] >> 5)) : type
    }
}
