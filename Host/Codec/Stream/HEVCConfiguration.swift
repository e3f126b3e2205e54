/// How an HEVC stream is decoded, as MP4, Matroska and enhanced RTMP have it before the first picture: HEVCDecoderConfigurationRecord
/// (ISO 14496-15, 8.3.3.1), for units with four bytes of length.
struct HEVCConfiguration {
    let bytes: [UInt8]

    /// Of a sequence parameter set (HEVC, 7.3.2.2).
    private struct Samples {
        /// Profile, what it is compatible with, constraints and level: twelve bytes that the record has too.
        let profile: ArraySlice<UInt8>
        let subLayers: UInt8
        let isNested: UInt8
        let chroma, luma8, chroma8: UInt8
    }

    /// `nil` when the header lacks a video, a sequence or a picture parameter set, or one of them is no such thing.
    ///
    /// - Parameter header: an encoder's, with start codes.
    init?(annexB header: UnsafeRawBufferPointer) {
        var sets: [NALUnit.HEVCKind: [Range<Int>]] = [:]
        var offset = 0
        while let unit = NALUnit.next(in: header, from: offset, .annexB) {
            if let kind = unit.hevcKind(in: header) { sets[kind, default: []].append(unit.content) }
            offset = unit.content.upperBound
        }
        let arrays: [(kind: NALUnit.HEVCKind, units: [Range<Int>])] = [.video, .sequence, .picture].map { ($0, sets[$0] ?? []) }
        guard arrays.allSatisfy({ !$0.units.isEmpty && $0.units.count < 64 && $0.units.allSatisfy { $0.count <= UInt16.max } }),
            let samples = Self.samples(of: UnsafeRawBufferPointer(rebasing: header[arrays[1].units[0]]))
        else { return nil }
        // Version; no least segmentation, no kind of parallel decoding, no average frame rate; lengths of four bytes.
        var bytes: [UInt8] = [1] + samples.profile
        bytes += [0xF0, 0, 0xFC, 0xFC | samples.chroma, 0xF8 | samples.luma8, 0xF8 | samples.chroma8, 0, 0]
        bytes += [samples.subLayers << 3 | samples.isNested << 2 | 3, UInt8(arrays.count)]
        for (kind, units) in arrays {
            // No such set comes later in the stream that differs from these.
            bytes += [0x80 | kind.rawValue, 0, UInt8(units.count)]
            for unit in units {
                bytes += [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)]
                bytes += header[unit]
            }
        }
        self.bytes = bytes
    }

    private static func samples(of set: UnsafeRawBufferPointer) -> Samples? {
        let plain = SEIReader.plain(set.dropFirst(2))
        // The set's number, layers, nesting; then twelve bytes of profile and level.
        guard plain.count > 13 else { return nil }
        let layers = plain[0] >> 1 & 7
        var bits = BitReader(plain)
        guard bits.skip(8 + 96), skipSubLayers(Int(layers), &bits) else { return nil }
        guard bits.golomb() != nil, let chroma = bits.golomb(), chroma <= 3 else { return nil }
        // Whether each colour is coded like a picture of its own.
        if chroma == 3, bits.bit() == nil { return nil }
        guard bits.golomb() != nil, bits.golomb() != nil, let isCut = bits.bit() else { return nil }
        for _ in 0..<(isCut == 1 ? 4 : 0) where bits.golomb() == nil { return nil }
        guard let luma = bits.golomb(), let colour = bits.golomb(), luma <= 7, colour <= 7 else { return nil }
        return Samples(
            profile: plain[1...12], subLayers: layers + 1, isNested: plain[0] & 1, chroma: UInt8(chroma), luma8: UInt8(luma), chroma8: UInt8(colour))
    }

    /// Which layers say their own profile and level, and what they say (7.3.3).
    private static func skipSubLayers(_ count: Int, _ bits: inout BitReader) -> Bool {
        guard count > 0 else { return true }
        var length = 0
        for _ in 0..<count {
            guard let hasProfile = bits.bit(), let hasLevel = bits.bit() else { return false }
            length += (hasProfile == 1 ? 88 : 0) + (hasLevel == 1 ? 8 : 0)
        }
        return bits.skip((8 - count) * 2 + length)
    }
}
