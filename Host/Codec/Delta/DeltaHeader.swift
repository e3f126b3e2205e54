import CDelta

/// The parameter sets of a stream of libx264's, changed so that pictures of our own have their place between its pictures.
///
/// libx264 without reordering counts pictures by `frame_num` alone (pic_order_cnt_type 2), which allows no two pictures one behind the other to
/// which none refers (H.264, 7.4.2.1.1). With type 0 each slice says its place. The picture set stays as it is, and the only one: servers and
/// containers that know but one take the stream.
struct DeltaHeader {
    /// What slices have to agree with.
    let stream: cdelta_stream
    /// The sequence parameter set, from its first byte on.
    let sequence: [UInt8]
    /// All sets, with start codes.
    let bytes: [UInt8]

    private static let orderBits = 8

    /// `nil` for sets of other than one sequence of frames in 4:2:0 with 8 bits and CABAC, whose slices have nothing that ours lack.
    ///
    /// - Parameter header: libx264's, with start codes.
    init?(annexB header: [UInt8]) {
        var (sequences, pictures): ([[UInt8]], [[UInt8]]) = ([], [])
        header.withUnsafeBytes { bytes in
            var offset = 0
            while let unit = NALUnit.next(in: bytes, from: offset, .annexB) {
                let content = Array(bytes[unit.content])
                switch unit.kind(in: bytes) {
                case .sequence: sequences.append(content)
                case .picture: pictures.append(content)
                default: break
                }
                offset = unit.content.upperBound
            }
        }
        guard sequences.count == 1, pictures.count == 1, let (sequence, numberBits) = Self.ordered(sequences[0]),
            var stream = Self.facts(ofPictureSet: pictures[0])
        else { return nil }
        (stream.frame_number_bits, stream.order_bits) = (Int32(numberBits), Int32(Self.orderBits))
        (self.stream, self.sequence) = (stream, sequence)
        bytes = [0, 0, 0, 1] + sequence + [0, 0, 0, 1] + pictures[0]
    }

    /// A sequence parameter set (7.3.2.1.1) of type 0 in place of 2, and the bits of `frame_num`.
    private static func ordered(_ set: [UInt8]) -> (set: [UInt8], numberBits: Int)? {
        let plain = SEIReader.plain(set)
        var bits = BitReader(plain)
        guard plain.count > 4, bits.skip(32), bits.golomb() != nil else { return nil }
        if AVCConfiguration.explicitProfiles.contains(plain[1]) {
            // 4:2:0, both of 8 bits; neither lossless nor with matrices of its own.
            guard bits.golomb() == 1, bits.golomb() == 0, bits.golomb() == 0, bits.bits(2) == 0 else { return nil }
        }
        guard let number = bits.golomb(), number <= 12 else { return nil }
        let start = bits.position
        guard bits.golomb() == 2 else { return nil }
        let end = bits.position
        // References, gaps, size; frames.
        guard bits.golomb() != nil, bits.bit() != nil, bits.golomb() != nil, bits.golomb() != nil, bits.bit() == 1,
            let last = plain.lastIndex(where: { $0 != 0 })
        else { return nil }
        var writer = BitWriter()
        writer.copy(plain, 0..<start)
        writer.golomb(0)
        writer.golomb(UInt32(orderBits - 4))
        writer.copy(plain, end..<8 * (last + 1) - plain[last].trailingZeroBitCount)
        return (SEIWriter.escaped(writer.bytes), Int(number) + 4)
    }

    /// What a picture parameter set (7.3.2.2) says.
    private static func facts(ofPictureSet set: [UInt8]) -> cdelta_stream? {
        let plain = SEIReader.plain(set)
        var bits = BitReader(plain)
        // CABAC; no order within a frame, one slice group.
        guard bits.skip(8), let id = bits.golomb(), bits.golomb() != nil, bits.bits(2) == 0b10, bits.golomb() == 0,
            let references = bits.golomb(), references < 32, bits.golomb() != nil, let weighted = bits.bits(3),
            let quantiser = bits.signedGolomb(), bits.signedGolomb() != nil, let blue = bits.signedGolomb(), bits.bits(3) == 0b100,
            (-26...25).contains(quantiser), (-12...12).contains(blue), let last = plain.lastIndex(where: { $0 != 0 })
        else { return nil }
        var stream = cdelta_stream()
        (stream.picture_set, stream.references, stream.is_weighted) = (id, references + 1, Int32(weighted >> 2))
        (stream.quantiser, stream.blue_offset, stream.red_offset) = (Int32(26 + quantiser), Int32(blue), Int32(blue))
        if bits.position < 8 * last + 7 - plain[last].trailingZeroBitCount {
            guard let large = bits.bit(), bits.bit() == 0, let red = bits.signedGolomb(), (-12...12).contains(red) else { return nil }
            (stream.has_large_transforms, stream.red_offset) = (Int32(large), Int32(red))
        }
        return stream
    }
}
