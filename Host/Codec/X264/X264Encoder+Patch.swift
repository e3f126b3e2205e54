import CLibAV
import CX264
import Picture

/// Key frames that are sent again, whole or with some slices encoded anew.
extension X264Encoder {
    /// Sends the last key frame again, as it was or with some slices encoded anew; false where the key frame has to be libx264's.
    func sendAgain(_ view: I420View, ticks: Int64, _ emit: Emit) throws(CodecError) -> Bool {
        if !mayRepeat { guard try patch(view) else { return false } }
        try sendKeyframe(ticks: ticks, emit)
        return true
    }

    /// Whether libx264's last picture is a key frame and shows what is to be seen. A decoder has afterwards what libx264 has: it needs not know.
    private var mayRepeat: Bool {
        guard let map, encoded != nil, isKeyframeLast, patches?.isAhead != true else { return false }
        return pacing.maySendAgain(changed: map.changedCount, bits: intervalBits, quality: quality)
    }

    private func sendKeyframe(ticks: Int64, _ emit: Emit) throws(CodecError) {
        guard let delta else { return }
        let room = keyframe.units.reduce(0) { $0 + $1.bytes.count + DeltaWriter.spareBytes }
        try handOn(room: room, pts: ticks, dts: ticks, flags: AV_PKT_FLAG_KEY, emit) { (data) throws(CodecError) in
            delta.begin(isKeyframe: true)
            var written = 0
            for unit in keyframe.units {
                try unit.bytes.withUnsafeBufferPointer { (bytes) throws(CodecError) in written += try delta.order(bytes, to: data + written) }
            }
            pacing.sentAgain(
                intervals: intervals(until: ticks), sendIntervals: intervals(toSend: written),
                bufferIntervals: bufferIntervals(VideoSettings.partBufferSpan))
            lastTicks = ticks
            return written
        }
    }

    /// Encodes those slices of the last key frame anew in which something changed; false where that would be too much.
    private func patch(_ view: I420View) throws(CodecError) -> Bool {
        guard let delta, let map, let patches, let encoded, intervalBits != nil, patches.quantiser != nil,
            patches.quantiser == keyframeQuantiser.choice, pacing.isLittle(map.changedCount), quality.isFine
        else { return false }
        try ease(isPage: false)
        return try patches.patch(&keyframe, to: view, over: encoded, map, by: delta, parameters, bitsPerSecond: bitsPerSecond)
    }

    /// libx264 gets `picture`, and decoders get one that they have to the bit, which libx264 can go on from.
    func runExact(ticks: Int64, _ emit: Emit) throws(CodecError) {
        guard let delta, let patches, let output = try output(&picture), let encoded, output.picture.b_keyframe == 0,
            let slice = output.units.first(where: { $0.i_type == NAL_SLICE.rawValue })
        else { throw CodecError(.library, operation: "x264_encoder_encode", message: "libx264 made another picture than it was asked for") }
        let bytes = UnsafeBufferPointer(start: UnsafePointer(slice.p_payload), count: Int(slice.i_payload))
        guard let unit = patches.catchUp(with: encoded, insteadOf: bytes, by: delta) else {
            throw CodecError(.library, operation: "x264_encoder_encode", message: "libx264 wrote a slice of a kind that was not asked for")
        }
        pacing.spent(intervals: intervals(toSend: unit.count))
        try handOn(room: unit.count, pts: ticks, dts: ticks, flags: 0, emit) { (data) throws(CodecError) in
            data.update(from: unit, count: unit.count)
            return unit.count
        }
    }

    /// Where decoders are ahead of libx264 and much has changed since, sends the picture that they have once more, from which libx264 can go on:
    /// half a picture's time before the next one.
    func catchUp(before ticks: Int64, _ emit: Emit) throws(CodecError) {
        guard let patches, patches.isAhead, let map, map.changedCount > patches.mostExact(bitsPerSecond), let lastSentTicks else { return }
        let between = (lastSentTicks + ticks) / 2
        guard between > lastSentTicks else { return }
        // Of what changed since, libx264 has some, and what follows is libx264's: it is looked at again then.
        scrolls?.forget()
        try patches.withPicture { (view) throws(CodecError) in
            try picture.setPlanes(of: view, .half)
            (picture.i_pts, picture.i_type) = (between, X264_TYPE_P)
            give(keyframeQuantiser.choice)
            (picture.prop.mb_info, picture.prop.quant_offsets) = (patches.unchanged, map.sharpening(patches.unchanged))
            try runExact(ticks: between, emit)
        }
    }
}
