import CX264

/// The units of a key frame as libx264 wrote them, so that it can be sent again, also with other slices in place of some. A value; keeps its
/// memory for the next key frame.
struct KeptKeyframe {
    struct Unit {
        /// With the start code.
        var bytes: [UInt8] = []
        /// The macroblocks of a slice; empty for other units.
        var macroblocks: Range<Int> = 0..<0
    }

    private var all: [Unit] = []
    private var count = 0

    var units: ArraySlice<Unit> { all[..<count] }
    var byteCount: Int { units.reduce(0) { $0 + $1.bytes.count } }

    /// In place of the one before.
    mutating func keep(_ units: UnsafeBufferPointer<x264_nal_t>) {
        count = units.count
        while all.count < count { all.append(Unit()) }
        for (index, unit) in units.enumerated() {
            all[index].bytes.removeAll(keepingCapacity: true)
            all[index].bytes.append(contentsOf: UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload)))
            let isSlice = unit.i_type == NAL_SLICE.rawValue || unit.i_type == NAL_SLICE_IDR.rawValue
            all[index].macroblocks = isSlice ? Int(unit.i_first_mb)..<Int(unit.i_last_mb) + 1 : 0..<0
        }
    }

    /// Another slice of the same macroblocks.
    mutating func replace(_ index: Int, by bytes: [UInt8]) { all[index].bytes = bytes }
}
