/// How an H.264 stream is decoded, as MP4, FLV and RTMP have it before the first picture: AVCDecoderConfigurationRecord
/// (ISO 14496-15, 5.3.3.1), for units with four bytes of length.
struct AVCConfiguration {
    let bytes: [UInt8]

    /// Of the fields that profiles above Main have.
    private struct Samples {
        var chroma: UInt8 = 1
        var lumaBits: UInt8 = 8
        var chromaBits: UInt8 = 8
    }

    /// `nil` when the header lacks a sequence or a picture parameter set, or one of them is no such thing.
    ///
    /// - Parameter header: an encoder's, with start codes.
    init?(annexB header: UnsafeRawBufferPointer) {
        var sets: [NALUnit.Kind: [Range<Int>]] = [:]
        var offset = 0
        while let unit = NALUnit.next(in: header, from: offset, .annexB) {
            if let kind = unit.kind(in: header) { sets[kind, default: []].append(unit.content) }
            offset = unit.content.upperBound
        }
        let (sequence, picture, more) = (sets[.sequence] ?? [], sets[.picture] ?? [], sets[.sequenceExtension] ?? [])
        guard let first = sequence.first, first.count >= 4, sequence.count < 32, !picture.isEmpty, picture.count < 256, more.count < 256,
            (sequence + picture + more).allSatisfy({ $0.count <= UInt16.max })
        else { return nil }
        let profile = header[first.lowerBound + 1]
        // Version 1; profile, what it is compatible with, level; reserved bits, and lengths of four bytes.
        var bytes = [1, profile, header[first.lowerBound + 2], header[first.lowerBound + 3], 0xFF]
        func append(_ units: [Range<Int>], reserved: UInt8 = 0) {
            bytes.append(reserved | UInt8(units.count))
            for unit in units {
                bytes += [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)]
                bytes += header[unit]
            }
        }
        append(sequence, reserved: 0xE0)
        append(picture)
        // Baseline, Main and Extended have nothing more to say.
        if profile != 66 && profile != 77 && profile != 88 {
            guard let samples = Self.samples(of: UnsafeRawBufferPointer(rebasing: header[first])) else { return nil }
            bytes += [0xFC | samples.chroma, 0xF8 | (samples.lumaBits - 8), 0xF8 | (samples.chromaBits - 8)]
            append(more)
        }
        self.bytes = bytes
    }

    /// H.264, 7.3.2.1.1: these profiles say what their samples are, all others have 4:2:0 of 8 bits.
    static let explicitProfiles: Set<UInt8> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    private static func samples(of set: UnsafeRawBufferPointer) -> Samples? {
        var samples = Samples()
        guard explicitProfiles.contains(set[1]) else { return samples }
        var bits = BitReader(SEIReader.plain(set.dropFirst(4)))
        guard bits.golomb() != nil, let chroma = bits.golomb(), chroma <= 3 else { return nil }
        // Whether each colour is coded like a picture of its own.
        if chroma == 3 { _ = bits.bit() }
        guard let luma = bits.golomb(), let colour = bits.golomb(), luma <= 6, colour <= 6 else { return nil }
        (samples.chroma, samples.lumaBits, samples.chromaBits) = (UInt8(chroma), UInt8(8 + luma), UInt8(8 + colour))
        return samples
    }
}
