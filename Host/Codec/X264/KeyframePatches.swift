import CX264
import Frames
import Picture

/// Encodes those slices of a key frame anew in which something changed, so that it can be sent again. Belongs to one thread.
///
/// Slices of a key frame know nothing of each other (H.264, 7.4.3), and without deblocking nothing passes their borders. libx264 learns nothing of
/// it: until a picture made good for that, decoders are ahead of it.
final class KeyframePatches {
    /// Of macroblocks. More rows are encoded for a small change, fewer cost bits: nothing is predicted from one slice to the next.
    static let rowsPerSlice = 4
    /// Of all slices, how many may be encoded anew: above, libx264 may as well make the key frame.
    private static let mostSlices = 0.5
    /// For how long the bit rate may be busy with what makes good that libx264 knows nothing of the key frame: macroblocks of 3072 bits.
    private static let longestExact = 0.125

    private let size: PixelSize
    private let columns: Int
    private let rows: Int
    /// The kept key frame as decoders have it.
    private(set) lazy var picture = ReferencePicture(of: size)
    /// Of the kept key frame; `nil` where it cannot be patched.
    private(set) var quantiser: Int?
    /// Decoders have a patched key frame, libx264 its own last picture.
    private(set) var isAhead = false
    /// How many key frames were patched.
    private(set) var patchedCount = 0
    /// For each macroblock, row by row: other than 0 where nothing changed from libx264's last picture to the patched key frame, and decoders have
    /// the same.
    let unchanged: UnsafeMutablePointer<UInt8>
    private let same: UnsafeMutablePointer<UInt8>
    private var hasRowChanged: [Bool]
    private var encoders: [Int: SliceEncoder] = [:]

    init(of size: PixelSize) {
        self.size = size
        (columns, rows) = size.macroblocks
        (unchanged, same) = (.allocate(capacity: columns * rows), .allocate(capacity: columns * rows))
        unchanged.initialize(repeating: 0, count: columns * rows)
        same.initialize(repeating: 0, count: columns * rows)
        hasRowChanged = Array(repeating: true, count: rows)
    }

    deinit {
        unchanged.deallocate()
        same.deallocate()
    }

    var sliceMacroblocks: Int { Self.rowsPerSlice * columns }

    /// Marks what changed since the kept key frame.
    func add(_ changed: Damage?) {
        guard let changed else { return markAll(true) }
        for index in 0..<changed.count {
            let part = changed[index].intersection(PixelRectangle(of: size))
            guard !part.isEmpty else { continue }
            for row in part.y / 16..<(part.maxY + 15) / 16 { hasRowChanged[row] = true }
        }
    }

    private func markAll(_ value: Bool) { for row in 0..<rows { hasRowChanged[row] = value } }

    /// Nothing changed since the kept key frame.
    var isUnchanged: Bool { !hasRowChanged.contains(true) }

    /// A macroblock's flag for each, all saying that nothing changed.
    var allUnchanged: UnsafePointer<UInt8> {
        same.update(repeating: 1, count: columns * rows)
        return UnsafePointer(same)
    }

    /// libx264 made a key frame; the last one cannot be patched any more.
    func forget() { (quantiser, isAhead) = (nil, false) }

    /// libx264 made a key frame in slices that are not deblocked.
    func keep(_ reference: DeltaWriter.Reference, quantiser: Int) {
        picture.copy(reference, to: 0..<rows)
        self.quantiser = quantiser
        markAll(false)
    }

    /// - Parameter body: gets what decoders have, to be read during the call only.
    func withPicture<Failure>(_ body: (I420View) throws(Failure) -> Void) throws(Failure) { try picture.withView(size, body) }

    /// What an encoder of some rows has to have like that of the whole picture.
    func forgetEncoders() { encoders = [:] }

    /// Encodes the slices anew in which something changed.
    ///
    /// - Parameters:
    ///   - encoded: libx264's last picture.
    ///   - map: what changed since then.
    ///   - parameters: those of libx264.
    /// - Returns: whether the key frame may be sent; else it has to be libx264's, and `keyframe` is of no use any more.
    func patch(
        _ keyframe: inout KeptKeyframe, to view: I420View, over encoded: DeltaWriter.Reference, _ map: MacroblockMap, by delta: DeltaWriter,
        _ parameters: x264_param_t, bitsPerSecond: Int
    ) throws(CodecError) -> Bool {
        guard let quantiser else { return false }
        let slices = keyframe.units.indices.filter { !keyframe.units[$0].macroblocks.isEmpty }
        let changed = slices.filter { index in rowRange(of: keyframe.units[index]).contains { hasRowChanged[$0] } }
        let most = mostExact(bitsPerSecond)
        guard Double(changed.count) <= Double(slices.count) * Self.mostSlices, differing(from: encoded, map) <= most else { return false }
        for index in changed {
            let unit = keyframe.units[index]
            let rows = rowRange(of: unit)
            guard unit.macroblocks == columns * rows.lowerBound..<columns * rows.upperBound else { return false }
            let height = min(16 * rows.count, size.height - 16 * rows.lowerBound)
            let encoder = try encoder(of: height, parameters)
            var bytes: [UInt8]?
            try encoder.encode(view, from: 16 * rows.lowerBound, quantiser: quantiser) { (slice, reference) throws(CodecError) in
                bytes = delta.move(slice, of: encoder.header, to: unit.macroblocks.lowerBound)
                picture.copy(reference, to: rows)
            }
            guard let bytes else { return false }
            keyframe.replace(index, by: bytes)
        }
        // What is predicted from what changed may differ too.
        guard differing(from: encoded, map) <= 2 * most else { return false }
        for index in 0..<columns * rows { unchanged[index] = map.current[index] & same[index] }
        (isAhead, patchedCount) = (true, patchedCount + 1)
        markAll(false)
        return true
    }

    private func encoder(of height: Int, _ parameters: x264_param_t) throws(CodecError) -> SliceEncoder {
        if let encoder = encoders[height] { return encoder }
        let encoder = try SliceEncoder(parameters, height: height)
        encoders[height] = encoder
        return encoder
    }

    /// How many macroblocks a picture may have that makes good for a patched key frame.
    func mostExact(_ bitsPerSecond: Int) -> Int {
        min(columns * rows / 8, Int(clamping: Double(bitsPerSecond) * Self.longestExact / 3072))
    }

    private func rowRange(of unit: KeptKeyframe.Unit) -> Range<Int> {
        unit.macroblocks.lowerBound / columns..<(unit.macroblocks.upperBound + columns - 1) / columns
    }

    /// How many macroblocks are other than in libx264's last picture, or have to become so.
    private func differing(from encoded: DeltaWriter.Reference, _ map: MacroblockMap) -> Int {
        let count = picture.difference(from: encoded, same: same)
        return (0..<columns * rows).reduce(count) { $0 + (map.current[$1] == 0 && same[$1] != 0 ? 1 : 0) }
    }

    /// Where decoders are ahead, libx264 shall encode anew what they have otherwise.
    ///
    /// - Parameter flags: for each macroblock, row by row: 0 for what it does.
    func markDiffering(in flags: UnsafeMutablePointer<UInt8>) {
        guard isAhead else { return }
        for index in 0..<columns * rows where unchanged[index] == 0 { flags[index] = 0 }
    }

    /// libx264 made a picture in place of which decoders get one that they have to the bit afterwards.
    ///
    /// - Parameter slice: one of its own, with the start code.
    func catchUp(with encoded: DeltaWriter.Reference, insteadOf slice: UnsafeBufferPointer<UInt8>, by delta: DeltaWriter) -> [UInt8]? {
        isAhead = false
        let count = picture.difference(from: encoded, same: same)
        return delta.writeExact(encoded, same: same, different: count, insteadOf: slice)
    }
}
