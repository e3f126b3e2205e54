import CLibAV
import CX264
import Frames
import Picture

/// libx264 by its own interface: it learns which macroblocks stayed as they were, and changes its effort between two pictures. Of those that
/// differ little from the one before, it gets some only; the others are written without it.
final class X264Encoder: PictureEncoder {
    let stream: StreamDescription
    private let encoder: OpaquePointer
    private let packet: UnsafeMutablePointer<AVPacket>
    var parameters: x264_param_t
    /// A preset of libx264's.
    var effort: String
    private let sampling: ChromaSampling
    var picture = x264_picture_t()
    /// `nil` where pictures are reordered: the flags hold against the picture before.
    let map: MacroblockMap?
    /// Who made the stream, as libx264 says it (H.264 SEI): it goes before the first picture, unless libx264 puts it there with the headers.
    private var identity: [UInt8] = []
    /// Writes pictures between those of libx264; `nil` where they cannot be.
    let delta: DeltaWriter?
    var pacing: DeltaPacing
    /// libx264's last picture, until it gets the next.
    private(set) var encoded: DeltaWriter.Reference?
    /// libx264's last key frame as it wrote it, if it may be sent again.
    var keyframe = KeptKeyframe()
    /// It is libx264's last picture.
    private(set) var isKeyframeLast = false
    /// Encodes slices of it anew; `nil` where none may be.
    let patches: KeyframePatches?
    /// Finds what was scrolled since libx264's last picture; `nil` where nothing is written without it.
    let scrolls: ScrollSearch?
    var reach: ScrollReach
    var lastTicks: Int64?
    /// Of the last picture of all.
    var lastSentTicks: Int64?
    /// How near libx264's last picture is to what it was made from: PSNR of the brightness.
    private(set) var lumaDecibels = 0.0
    var keyframeQuantiser = KeyframeQuantiser()
    var settlingQuantiser = SettlingQuantiser()
    /// libx264's last picture took fewer bits than came in for it.
    private(set) var isSparing = false
    /// What libx264's last picture was given; `nil` where it chose by itself.
    var givenQuantiser: Int?
    /// Whether pictures between key frames are deblocked.
    var deblocks: Int32
    /// `nil` where each picture gets the effort as it is.
    var motion: MotionQuality?
    /// `nil`, too, with the slow presets, whose search goes by more than PSNR (`psy_rd`).
    var coarserSearch: MotionTrial?
    /// Pictures that refer to none, where motion leaves too few bits for anything else; `nil` where libx264 does not say how good they are.
    var intra: MotionTrial?
    /// Little changed of the last picture, and it got less work.
    var isEasedPage = false
    /// Pictures of libx264 since the last key frame, or the last one of which much changed.
    private(set) var settlingCount = 0
    /// More of them make a still screen no better: what keeps it from being fine is no want of bits.
    static let mostSettling = 8
    private(set) var bitsPerSecond: Int
    /// How much longer pictures last than the frame rate says.
    private(set) var stretch = 1.0
    /// How much longer the picture that comes next lasts than `stretch` says, and for how many such intervals.
    private var (spanStretch, spanIntervals) = (1.0, 1.0)
    /// How much libx264's buffer (VBV) takes.
    private var bufferSpan = VideoSettings.bufferSpan
    private(set) var vbvSpan = VBVSpan()
    /// `nil` where libx264 is told of no time.
    private(set) var fill: VBVFill?

    init(_ settings: VideoSettings) throws(CodecError) {
        parameters = try Self.parameters(settings)
        (effort, sampling, bitsPerSecond) = (settings.preset, settings.sampling, settings.bitsPerSecond)
        (deblocks, reach) = (parameters.b_deblocking_filter, ScrollReach(usual: parameters.search))
        encoder = try Self.open(&parameters)
        do throws(CodecError) {
            let header = try Self.header(of: encoder)
            identity = settings.repeatsHeaders ? [] : header.identity
            delta = Self.takesDelta(settings, encoder) ? DeltaWriter(header: header.sets, size: settings.size) : nil
            stream = try StreamDescription(.h264, settings, header: delta?.header ?? header.sets)
            packet = try libavObject("av_packet_alloc", av_packet_alloc())
        } catch {
            x264_encoder_close(encoder)
            throw error
        }
        map = settings.isLowLatency ? MacroblockMap(of: settings.size) : nil
        // libx264 refers to its last picture alone: decoders have no other behind a key frame.
        patches = delta != nil && parameters.i_frame_reference == 1 ? KeyframePatches(of: settings.size) : nil
        scrolls = delta == nil ? nil : ScrollSearch(of: settings.size, mostRows: Self.mostScrollRows(encoder))
        motion = settings.mayEase && delta != nil && settings.constantQuality == nil ? MotionQuality() : nil
        coarserSearch = motion == nil || parameters.analyse.i_subpel_refine >= 6 ? nil : MotionTrial(of: .coarserSearch)
        intra = delta == nil || settings.constantQuality != nil || !settings.mayLeaveReferences ? nil : MotionTrial(of: .withoutReference)
        pacing = DeltaPacing(macroblocks: map.map { $0.columns * $0.rows } ?? 0)
        if let map, delta != nil, intervalBits != nil { fill = VBVFill(bufferBits: parameters.bufferBits, rows: map.rows) }
        x264_picture_init(&picture)
        (picture.img.i_csp, picture.img.i_plane) = (sampling.x264, 3)
    }

    deinit {
        x264_encoder_close(encoder)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    func encode(_ view: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
        map?.add(changed)
        patches?.add(changed)
        defer { lastSentTicks = ticks }
        if try isKeyframe ? sendAgain(view, ticks: ticks, emit) : encodeDelta(view, ticks: ticks, emit) { return }
        if isKeyframe { findScroll(in: view) } else { try catchUp(before: ticks, emit) }
        let changesLittle = pacing.isLittle(map?.changedCount ?? 0)
        try ease(isPage: changesLittle && !isKeyframe)
        settlingCount = isKeyframe || !changesLittle ? 0 : settlingCount + 1
        (picture.i_pts, picture.i_type) = (ticks, isKeyframe ? X264_TYPE_IDR : X264_TYPE_AUTO)
        let isOfPage = delta != nil && intervalBits != nil && changesLittle
        if !isOfPage { forgetPage() }
        let wasFine = quality.isFine
        let quantiser = isOfPage ? quantiserOfPage(isKeyframe: isKeyframe, wasFine: wasFine) : nil
        give(quantiser)
        if !isKeyframe, patches?.isAhead != true, isCut(view) { picture.i_type = X264_TYPE_I }
        try tellSpan(ticks: ticks, isKeyframe: isKeyframe, changesLittle, isSliced: isKeyframe && quantiser != nil)
        try picture.setPlanes(of: view, sampling)
        let changedShare = changedShare
        let flags = map?.take()
        if !isKeyframe, let flags { patches?.markDiffering(in: flags) }
        (picture.prop.mb_info, picture.prop.quant_offsets) = (flags, quantiser == nil || isKeyframe || !wasFine ? nil : map?.sharpening(flags))
        encoded = nil
        scrolls?.encoded(view, unchanged: flags)
        if isKeyframe {
            patches?.forget()
            try run(&picture, emit)
            return noteKeyframe(isOfPage: isOfPage, quantiser)
        }
        if patches?.isAhead == true { try runExact(ticks: ticks, emit) } else { try run(&picture, emit) }
        try note(changedShare)
    }

    /// Of all macroblocks, those that differ from libx264's last picture.
    var changedShare: Double { map.map { Double($0.changedCount) / Double($0.columns * $0.rows) } ?? 1 }

    /// Tells libx264 how long the picture lasts: for how long it may spend bits.
    ///
    /// - Parameter isSliced: it is a key frame whose slices may be encoded anew.
    private func tellSpan(ticks: Int64, isKeyframe: Bool, _ changesLittle: Bool, isSliced: Bool) throws(CodecError) {
        let buffer = vbvSpan.choose(changedShare: changedShare, isScrolled: reach.rows != 0, isChosen: keyframeQuantiser.choice != nil)
        let span = pacing.encoded(
            isKeyframe: isKeyframe, intervals: intervals(until: ticks), bufferIntervals: bufferIntervals(buffer),
            most: intervalBits.flatMap { fill?.mostIntervals(intervalBits: $0) } ?? .infinity)
        lastTicks = ticks
        guard delta != nil else { return }
        var isOther = parameters.setDeblocking(isKeyframe: isKeyframe)
        isOther = parameters.setSearch(reach.search(isKeyframe: isKeyframe)) || isOther
        if let intra { isOther = parameters.setIntra(!changesLittle && reach.rows == 0 && intra.isOther) || isOther }
        if let patches { isOther = parameters.setSlices(of: isSliced ? patches.sliceMacroblocks : nil, deblocks) || isOther }
        if intervalBits != nil {
            picture.i_pic_struct = Int32([PIC_STRUCT_PROGRESSIVE, PIC_STRUCT_DOUBLE, PIC_STRUCT_TRIPLE][span.intervals - 1].rawValue)
            (spanStretch, spanIntervals, bufferSpan) = (span.stretch, Double(span.intervals), buffer)
            isOther = changeBitRate() || isOther
        }
        if isOther { try reconfigure() }
    }

    func flush(emit: Emit) throws(CodecError) {
        while x264_encoder_delayed_frames(encoder) > 0 { try run(nil, emit) }
    }

    func setBitRate(_ bitsPerSecond: Int, stretch: Double) throws(CodecError) {
        // A constant quality has no bit rate.
        guard parameters.rc.i_rc_method != X264_RC_CRF else { return }
        (self.bitsPerSecond, self.stretch) = (bitsPerSecond, stretch)
        if changeBitRate() { try reconfigure() }
    }

    /// - Returns: whether it was otherwise.
    private func changeBitRate() -> Bool {
        let old = parameters.rc
        parameters.setBitRate(bitsPerSecond, stretch: stretch * spanStretch, bufferSpan: bufferSpan)
        let new = parameters.rc
        return (old.i_bitrate, old.i_vbv_max_bitrate, old.i_vbv_buffer_size)
            != (new.i_bitrate, new.i_vbv_max_bitrate, new.i_vbv_buffer_size)
    }

    func setQuality(_ factor: Double) throws(CodecError) {
        guard parameters.rc.i_rc_method == X264_RC_CRF, parameters.rc.f_rf_constant != Float(factor) else { return }
        parameters.rc.f_rf_constant = Float(factor)
        try reconfigure()
    }

    func reconfigure() throws(CodecError) { try x264("x264_encoder_reconfig", x264_encoder_reconfig(encoder, &parameters)) }

    /// What libx264 makes of a picture.
    struct Output {
        let units: UnsafeBufferPointer<x264_nal_t>
        let byteCount: Int
        let picture: x264_picture_t
    }

    /// `nil` where it makes nothing yet.
    func output(_ input: UnsafeMutablePointer<x264_picture_t>?) throws(CodecError) -> Output? {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        var result = x264_picture_t()
        let bytes = Int(try x264("x264_encoder_encode", x264_encoder_encode(encoder, &units, &count, input, &result)))
        guard bytes > 0, let units else { return nil }
        let income = (intervalBits ?? 0) * spanStretch * spanIntervals
        isSparing = 8 * Double(bytes) < income
        fill?.encoded(pictureBits: 8 * Double(bytes), income: income, bufferBits: parameters.bufferBits)
        (lumaDecibels, isKeyframeLast) = (result.prop.f_psnr.0, delta != nil && result.b_keyframe != 0)
        encoded = delta == nil ? nil : DeltaWriter.Reference(result)
        return Output(units: UnsafeBufferPointer(start: units, count: Int(count)), byteCount: bytes, picture: result)
    }

    private func run(_ input: UnsafeMutablePointer<x264_picture_t>?, _ emit: Emit) throws(CodecError) {
        guard let output = try output(input) else { return }
        let (units, result) = (output.units, output.picture)
        if isKeyframeLast { keyframe.keep(units) }
        let room = identity.count + output.byteCount + (delta == nil ? 0 : units.count * DeltaWriter.spareBytes)
        let flags = result.b_keyframe != 0 ? AV_PKT_FLAG_KEY : 0
        try handOn(room: room, pts: result.i_pts, dts: result.i_dts, flags: flags, emit) { (data) throws(CodecError) in
            let start = identity.count
            data.update(from: identity, count: start)
            let written = try write(units, isKeyframe: result.b_keyframe != 0, to: data + start)
            if start > 0 { identity = [] }
            return start + written
        }
    }

    /// - Parameters:
    ///   - room: of the packet, in bytes.
    ///   - fill: writes it, and returns how many bytes it came to.
    func handOn(
        room: Int, pts: Int64, dts: Int64, flags: Int32, _ emit: Emit, fill: (UnsafeMutablePointer<UInt8>) throws(CodecError) -> Int
    ) throws(CodecError) {
        try libav("av_new_packet", av_new_packet(packet, Int32(room)))
        defer { av_packet_unref(packet) }
        av_shrink_packet(packet, Int32(try fill(packet.pointee.data)))
        (packet.pointee.pts, packet.pointee.dts) = (pts, dts)
        packet.pointee.flags |= flags
        try emit(packet)
    }

    /// Writes a picture's units one behind the other, as they belong into the stream.
    ///
    /// - Returns: how many bytes they came to.
    private func write(
        _ units: UnsafeBufferPointer<x264_nal_t>, isKeyframe: Bool, to destination: UnsafeMutablePointer<UInt8>
    ) throws(CodecError) -> Int {
        delta?.begin(isKeyframe: isKeyframe)
        var offset = 0
        for unit in units {
            let bytes = UnsafeBufferPointer(start: UnsafePointer(unit.p_payload), count: Int(unit.i_payload))
            if let delta {
                offset += try delta.order(bytes, to: destination + offset)
            } else {
                (destination + offset).update(from: unit.p_payload, count: bytes.count)
                offset += bytes.count
            }
        }
        return offset
    }
}
