import CLibAV
import CX264
import Picture

/// Pictures that are written without libx264.
extension X264Encoder {
    /// Writes the picture without libx264; false where it is libx264's.
    func encodeDelta(_ view: I420View, ticks: Int64, _ emit: Emit) throws(CodecError) -> Bool {
        guard let delta, let map, let encoded, let plan = plan(for: view, ticks, map, over: encoded) else { return false }
        var unit: UnsafeBufferPointer<UInt8>?
        for quantiser in plan.quantisers where unit == nil {
            unit = delta.write(
                view, over: plan.reference, unchanged: plan.unchanged, motion: plan.motion, quantiser: quantiser, mostBytes: plan.mostBytes)
        }
        guard let unit else {
            pacing.failed()
            return false
        }
        pacing.wrote(intervals: intervals(toSend: unit.count))
        try handOn(room: unit.count, pts: ticks, dts: ticks, flags: AV_PKT_FLAG_DISPOSABLE, emit) { (data) throws(CodecError) in
            data.update(from: unit.baseAddress!, count: unit.count)
            return unit.count
        }
        return true
    }

    /// What a picture is written from.
    private struct Plan {
        var reference: DeltaWriter.Reference
        var unchanged: UnsafePointer<UInt8>
        var motion: UnsafePointer<Int16>?
        /// To be tried one after the other, until it is short enough.
        var quantisers: [Int]
        var mostBytes: Int
    }

    private func plan(for view: I420View, _ ticks: Int64, _ map: MacroblockMap, over encoded: DeltaWriter.Reference) -> Plan? {
        let scroll = findScroll(in: view)
        if let patches, patches.isAhead {
            // Nothing of ours may come before decoders and libx264 have the same, but what repeats the key frame.
            guard patches.isUnchanged, let most = mostBytes(changed: 0, ticks) else { return nil }
            return Plan(reference: patches.picture.reference, unchanged: patches.allUnchanged, quantisers: [lastQuantiser], mostBytes: most)
        }
        guard !pacing.isLittle(map.changedCount) else {
            guard let most = mostBytes(changed: map.changedCount, ticks) else { return nil }
            return Plan(reference: encoded, unchanged: UnsafePointer(map.current), quantisers: [lastQuantiser], mostBytes: most)
        }
        guard let scroll, let most = pacing.mostBytesScrolled(changed: scroll.changedCount, bits: intervalBits) else { return nil }
        let quantiser = quality.quantiserOfScrolled
        return Plan(
            reference: encoded, unchanged: scroll.unchanged, motion: scroll.motion,
            quantisers: [quantiser, quantiser + 6, quantiser + 12].filter { $0 <= 51 }, mostBytes: most)
    }

    /// Finds what was scrolled, and notes by how much; `nil` where little changed, or something else.
    @discardableResult
    func findScroll(in view: I420View) -> ScrollSearch.Scroll? {
        reach.rows = 0
        guard let map, !map.isEverything, !pacing.isLittle(map.changedCount),
            let scroll = scrolls?.find(in: view, unchanged: UnsafePointer(map.current))
        else { return nil }
        reach.rows = scroll.rows
        return scroll
    }

    private func mostBytes(changed: Int, _ ticks: Int64) -> Int? {
        if changed > 0, let intervalBits, fill?.isLow(intervalBits: intervalBits) == true { return nil }
        return pacing.mostBytes(changed: changed, bits: intervalBits, quality: quality, intervals: intervals(until: ticks))
    }

    /// How far a vector of this stream may point down or up, in rows.
    static func mostScrollRows(_ encoder: OpaquePointer) -> Int {
        var actual = x264_param_t()
        x264_encoder_parameters(encoder, &actual)
        return max(0, Int(actual.analyse.i_mv_range) - 1)
    }
}
