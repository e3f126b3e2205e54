import CX264

/// The units of a key frame as libx264 wrote them, so that it can be sent again. A value; keeps its memory for the next key frame.
struct KeptKeyframe {
    /// One behind the other, each with its start code.
    private var bytes: [UInt8] = []
    private var lengths: [Int] = []

    /// There is none.
    var isEmpty: Bool { lengths.isEmpty }
    var byteCount: Int { bytes.count }
    var unitCount: Int { lengths.count }

    mutating func forget() {
        bytes.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
    }

    /// In place of the one before.
    mutating func keep(_ units: UnsafeBufferPointer<x264_nal_t>) {
        forget()
        for unit in units {
            bytes.append(contentsOf: UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload)))
            lengths.append(Int(unit.i_payload))
        }
    }

    /// - Parameter body: gets one unit after the other, to be read during the call only.
    func forEachUnit(_ body: (UnsafeBufferPointer<UInt8>) throws(CodecError) -> Void) throws(CodecError) {
        try bytes.withUnsafeBufferPointer { (all) throws(CodecError) in
            var start = 0
            for length in lengths {
                try body(UnsafeBufferPointer(rebasing: all[start..<start + length]))
                start += length
            }
        }
    }
}
