import CDelta
import Frames
import Picture

/// Writes pictures between those of an H.264 stream of libx264's, for far less work than libx264 takes to look at a whole picture of which
/// little changed; and gives libx264's own pictures their place beside them. Belongs to one thread; allocates nothing per picture.
///
/// A picture of ours refers to libx264's last one, and none refers to it: libx264 needs not know.
final class DeltaWriter {
    /// libx264's last picture as decoders have it, in whole macroblocks: luma, and blue beside red.
    struct Reference {
        var luma: UnsafePointer<UInt8>
        var chroma: UnsafePointer<UInt8>
        var lumaStrideBytes: Int
        var chromaStrideBytes: Int
    }

    /// The parameter sets of the stream, with start codes.
    var header: [UInt8] { facts.bytes }
    /// How much longer than libx264's a unit may be that `order` writes.
    static let spareBytes = 16
    private let facts: DeltaHeader
    private let above: UnsafeMutablePointer<cdelta_macroblock>
    private let columns: Int
    private let rows: Int
    private let capacity: Int
    private let scratch: UnsafeMutablePointer<UInt8>
    private let unit: UnsafeMutablePointer<UInt8>
    /// Of the picture that ours refer to.
    private var last = cdelta_slice()
    var lastQuantiser: Int { Int(last.quantiser) }
    /// How far libx264 counts ahead: it does not know of key frames that have slices of others.
    private var numberOffset: UInt32 = 0
    /// Of the last picture, two for each since the last key frame (H.264, 8.2.1).
    private var order: UInt32 = 0
    /// 0 and 1 in turn: two key frames one behind the other have different ones (H.264, 7.4.3, idr_pic_id).
    private var keyNumber: Int32 = 1
    /// Below that bytes are wasted: nothing to be seen is gained.
    private static let leastQuantiser: Int32 = 11
    private static let startCode: [UInt8] = [0, 0, 0, 1]

    /// `nil` for a stream between whose pictures ours cannot be.
    ///
    /// - Parameters:
    ///   - header: libx264's parameter sets, with start codes.
    ///   - size: of its pictures; both sides even.
    init?(header: [UInt8], size: PixelSize) {
        guard let facts = DeltaHeader(annexB: header) else { return nil }
        self.facts = facts
        (columns, rows) = size.macroblocks
        capacity = 4096 + columns * rows * 6
        above = .allocate(capacity: columns)
        above.initialize(repeating: cdelta_macroblock(), count: columns)
        (scratch, unit) = (.allocate(capacity: capacity), .allocate(capacity: capacity + Self.startCode.count))
        unit.initialize(from: Self.startCode, count: Self.startCode.count)
    }

    deinit {
        above.deallocate()
        scratch.deallocate()
        unit.deallocate()
    }

    /// The next units are of another picture of libx264's, or of a key frame that is sent again.
    func begin(isKeyframe: Bool) {
        order = isKeyframe ? 0 : order &+ 2
        guard isKeyframe else { return }
        keyNumber ^= 1
        numberOffset = 0
    }

    /// Writes a unit of libx264's as it belongs into the stream.
    ///
    /// - Parameters:
    ///   - source: with its start code.
    ///   - destination: has room for it and `spareBytes`.
    /// - Returns: how many bytes it came to.
    /// - Throws: `.library` for a slice that is not of this stream.
    func order(_ source: UnsafeBufferPointer<UInt8>, to destination: UnsafeMutablePointer<UInt8>) throws(CodecError) -> Int {
        guard let count = ordered(source, destination) else {
            throw CodecError(.library, operation: "x264_encoder_encode", message: "libx264 wrote a slice of a kind that was not asked for")
        }
        return count
    }

    private func ordered(_ source: UnsafeBufferPointer<UInt8>, _ destination: UnsafeMutablePointer<UInt8>) -> Int? {
        guard source.count > 4 else { return nil }
        let content = Self.content(of: source)
        let start = source.count - content.count
        destination.update(from: source.baseAddress!, count: start)
        switch NALUnit.Kind(rawValue: content[0] & 0x1F) {
        case .slice, .keySlice:
            var stream = facts.stream
            let count = cdelta_order(&stream, order, keyNumber, numberOffset, content.baseAddress!, content.count, destination + start, &last)
            return count > 0 ? start + count : nil
        case .sequence:
            facts.sequence.withUnsafeBufferPointer { (destination + start).update(from: $0.baseAddress!, count: $0.count) }
            return start + facts.sequence.count
        default:
            (destination + start).update(from: content.baseAddress!, count: content.count)
            return source.count
        }
    }

    /// Writes a picture of our own.
    ///
    /// - Parameters:
    ///   - picture: what shall be seen.
    ///   - reference: libx264's last picture.
    ///   - unchanged: for each macroblock, row by row: other than 0 where it is as in libx264's last picture.
    ///   - motion: the same for how far down it is found there, in rows; `nil` for 0.
    ///   - quantiser: how fine what is corrected shall be.
    ///   - mostBytes: how long it may be, without its start code.
    /// - Returns: its one unit with the start code, to be read before the next call; `nil` where it would be longer.
    func write(
        _ picture: I420View, over reference: Reference, unchanged: UnsafePointer<UInt8>, motion: UnsafePointer<Int16>? = nil, quantiser: Int,
        mostBytes: Int
    ) -> UnsafeBufferPointer<UInt8>? {
        var delta = cdelta_picture(of: picture)
        (delta.reference_luma, delta.reference_chroma) = (reference.luma, reference.chroma)
        (delta.reference_luma_stride, delta.reference_chroma_stride) = (reference.lumaStrideBytes, reference.chromaStrideBytes)
        (delta.unchanged, delta.motion, delta.above) = (unchanged, motion, above)
        (delta.quantiser, delta.reference_number) = (max(Self.leastQuantiser, Int32(quantiser)), last.frame_number)
        delta.order = order &+ 2
        var stream = facts.stream
        // Two thirds of it are used.
        let room = min(capacity, max(64, mostBytes * 3 / 2))
        let count = cdelta_write(&stream, &delta, scratch, unit + Self.startCode.count, room, nil)
        guard count > 0 else { return nil }
        order = order &+ 2
        return UnsafeBufferPointer(start: unit, count: Self.startCode.count + count)
    }

    // MARK: Key frames with slices of others

    /// Writes a slice of an encoder of some rows as libx264 would have written it into a picture of all of them; `order` gives it its place.
    ///
    /// - Parameters:
    ///   - slice: of a key frame, with its start code.
    ///   - header: the parameter sets of its stream.
    ///   - first: the number of its first macroblock in the picture.
    /// - Returns: the unit with its start code; `nil` where it cannot be moved.
    func move(_ slice: UnsafeBufferPointer<UInt8>, of header: DeltaHeader, to first: Int) -> [UInt8]? {
        var (stream, part) = (facts.stream, header.stream)
        guard slice.count > 4, stream.blue_offset == part.blue_offset, stream.red_offset == part.red_offset,
            stream.has_large_transforms == part.has_large_transforms
        else { return nil }
        let content = Self.content(of: slice)
        return Self.unit(capacity: content.count + Self.spareBytes) { destination in
            cdelta_move(&stream, &part, UInt32(first), content.baseAddress!, content.count, destination)
        }
    }

    /// Writes a picture that decoders have to the bit, to which libx264's next one refers: it stands for one of libx264's, behind a key frame that
    /// libx264 does not know.
    ///
    /// - Parameters:
    ///   - picture: what decoders shall have: libx264's last picture.
    ///   - same: for each macroblock, row by row: other than 0 where they have it already.
    ///   - different: how many they do not have.
    ///   - slice: one of libx264's last picture, with its start code: how libx264 counts, and how fine it is.
    /// - Returns: its one unit with the start code; `nil` where the slice is of another kind.
    func writeExact(
        _ picture: Reference, same: UnsafePointer<UInt8>, different: Int, insteadOf slice: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        let content = Self.content(of: slice)
        var (stream, theirs) = (facts.stream, cdelta_slice())
        let isPicture = Self.unit(capacity: content.count + Self.spareBytes) { destination in
            cdelta_order(&stream, 0, 0, 0, content.baseAddress!, content.count, destination, &theirs)
        }
        guard isPicture != nil, theirs.is_key == 0 else { return nil }
        var exact = cdelta_exact()
        (exact.planes, exact.same) = (picture.planes, same)
        (exact.columns, exact.rows) = (Int32(columns), Int32(rows))
        order = order &+ 2
        (exact.reference_number, exact.order) = (last.frame_number, order)
        let capacity = 4096 + 600 * different
        var scratch = [UInt8](repeating: 0, count: capacity)
        let unit = Self.unit(capacity: capacity) { destination in
            cdelta_write_exact(&stream, &exact, &scratch, destination, capacity)
        }
        let number = (last.frame_number &+ 1) & ((1 << UInt32(stream.frame_number_bits)) - 1)
        numberOffset = theirs.frame_number &- number
        last = cdelta_slice(frame_number: number, quantiser: theirs.quantiser, is_key: 0)
        return unit
    }

    /// What stands behind the start code.
    private static func content(of unit: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: unit[(unit[2] == 1 ? 3 : 4)...])
    }

    /// - Parameter write: writes a unit behind its start code, and returns its bytes; 0 for none.
    private static func unit(capacity: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> [UInt8]? {
        let unit = [UInt8](unsafeUninitializedCapacity: startCode.count + capacity) { buffer, count in
            _ = buffer.initialize(fromContentsOf: startCode)
            let written = write(buffer.baseAddress! + startCode.count)
            count = written > 0 ? startCode.count + written : 0
        }
        return unit.isEmpty ? nil : unit
    }
}
