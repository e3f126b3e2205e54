/// How an AV1 stream is decoded, as MP4, Matroska and enhanced RTMP have it before the first picture: AV1CodecConfigurationRecord
/// ("AV1 Codec ISO Media File Format Binding", 2.3), with the sequence header behind it.
struct AV1Configuration {
    /// A record begins so, with its version; no unit does.
    static let marker: UInt8 = 0x81
    let bytes: [UInt8]

    /// `nil` when there is no sequence header, or it is no such thing.
    ///
    /// - Parameter units: an encoder's header, or a packet with which decoding can start.
    init?(_ units: UnsafeRawBufferPointer) {
        var offset = 0
        while let unit = OBU.next(in: units, from: offset) {
            offset = unit.whole.upperBound
            guard unit.kind == .sequence else { continue }
            guard let sequence = Sequence(Array(units[unit.content])) else { return nil }
            // Profile and level, tier and samples; no delay of presentation is known.
            bytes = [Self.marker, sequence.profile << 5 | sequence.level, sequence.tier << 7 | sequence.samples, 0] + units[unit.whole]
            return
        }
        return nil
    }

    /// Of a sequence header (AV1, 5.5), what the record repeats.
    private struct Sequence {
        let profile, level, tier: UInt8
        /// More than eight bits, twelve, grey alone, colour halved across and down, where colour lies: as the record has them.
        let samples: UInt8

        init?(_ bytes: [UInt8]) {
            var bits = BitReader(bytes)
            guard let profile = bits.bits(3), bits.bit() != nil, let isReduced = bits.bit() else { return nil }
            guard let (level, tier) = Self.point(&bits, isReduced: isReduced == 1), Self.skipTools(&bits, isReduced: isReduced == 1),
                let samples = Self.colour(&bits, profile)
            else { return nil }
            (self.profile, self.level, self.tier, self.samples) = (UInt8(profile), level, tier, samples)
        }

        /// Level and tier of the first operating point.
        private static func point(_ bits: inout BitReader, isReduced: Bool) -> (UInt8, UInt8)? {
            if isReduced { return bits.bits(5).map { (UInt8($0), 0) } }
            var delayBits: Int?
            guard let hasTiming = bits.bit() else { return nil }
            if hasTiming == 1 {
                guard bits.skip(64), let isEqual = bits.bit() else { return nil }
                if isEqual == 1, bits.golomb() == nil { return nil }
                guard let hasModel = bits.bit() else { return nil }
                if hasModel == 1 {
                    guard let length = bits.bits(5), bits.skip(42) else { return nil }
                    delayBits = Int(length) + 1
                }
            }
            guard let hasDelay = bits.bit(), let last = bits.bits(5) else { return nil }
            var first: (UInt8, UInt8)?
            for _ in 0...last {
                guard bits.skip(12), let level = bits.bits(5), let tier = level > 7 ? bits.bit() : 0 else { return nil }
                if first == nil { first = (UInt8(level), UInt8(tier)) }
                if let delayBits {
                    guard let isPresent = bits.bit(), isPresent == 0 || bits.skip(2 * delayBits + 1) else { return nil }
                }
                if hasDelay == 1 {
                    guard let isPresent = bits.bit(), isPresent == 0 || bits.skip(4) else { return nil }
                }
            }
            return first
        }

        /// Size and tools.
        private static func skipTools(_ bits: inout BitReader, isReduced: Bool) -> Bool {
            guard let across = bits.bits(4), let down = bits.bits(4), bits.skip(Int(across + down) + 2) else { return false }
            if !isReduced {
                guard let hasNumbers = bits.bit(), hasNumbers == 0 || bits.skip(7) else { return false }
            }
            guard bits.skip(3) else { return false }
            if isReduced { return bits.skip(3) }
            guard bits.skip(4), let hasOrder = bits.bit(), hasOrder == 0 || bits.skip(2), let choosesTools = bits.bit() else { return false }
            guard let tools = choosesTools == 1 ? 2 : bits.bit() else { return false }
            if tools > 0 {
                guard let choosesVectors = bits.bit(), choosesVectors == 1 || bits.skip(1) else { return false }
            }
            return (hasOrder == 0 || bits.skip(3)) && bits.skip(3)
        }

        private static func colour(_ bits: inout BitReader, _ profile: UInt32) -> UInt8? {
            guard let isHigh = bits.bit(), let isTwelve = profile == 2 && isHigh == 1 ? bits.bit() : 0,
                let isGrey = profile == 1 ? 0 : bits.bit(), let isDescribed = bits.bit()
            else { return nil }
            var description: [UInt32] = [2, 2, 2]
            if isDescribed == 1 {
                for index in 0..<3 {
                    guard let value = bits.bits(8) else { return nil }
                    description[index] = value
                }
            }
            let start = UInt8(isHigh << 6 | isTwelve << 5 | isGrey << 4)
            if isGrey == 1 { return start | 0b1100 }
            // sRGB: every sample has its colour.
            if description == [1, 13, 0] { return start }
            guard bits.bit() != nil else { return nil }
            var (across, down): (UInt32, UInt32) = profile == 0 ? (1, 1) : profile == 1 ? (0, 0) : (1, 0)
            if profile == 2, isTwelve == 1 {
                guard let isHalf = bits.bit(), let isHalfDown = isHalf == 1 ? bits.bit() : 0 else { return nil }
                (across, down) = (isHalf, isHalfDown)
            }
            guard let place = across == 1 && down == 1 ? bits.bits(2) : 0 else { return nil }
            return start | UInt8(across << 3 | down << 2 | place)
        }
    }
}
