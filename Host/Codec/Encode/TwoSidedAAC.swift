import CLibAV

/// AAC of two channels. As long as both hold the same samples, as with one microphone or silence, they are encoded as one channel and written as
/// a pair of which one is the middle and the other, the side, is empty: less than half of the work, and all bits for what is heard.
///
/// Either encoder takes over from the other between two frames, having encoded what came before too, where both cut the frame before in the same
/// way. So nothing is heard of it. Belongs to one thread.
final class TwoSidedAAC: FrameEncoder {
    /// Frames with the same on both sides before they are encoded as one channel: a second.
    static let calmCount = 47
    /// Frames that an encoder is given when it takes over: the first three make its window whole, with the others it judges as the other does.
    private static let pastCount = 6
    /// So often the other goes on where both would cut differently. After that a click is the lesser evil.
    private static let mostAttempts = 8
    /// What the empty side takes of the bit rate, at most.
    private static let sideBitsPerSecond = 2_000

    private let pair: AudioContext
    private let single: AudioContext
    /// What came last, the oldest first: the room for all, and how many there are.
    private var past: [UnsafeMutablePointer<AVFrame>] = []
    private var known = 0
    private let middle: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    /// Which of the two makes the packets; `nil` before the first frame.
    private(set) var isSingle: Bool?
    /// Frames since the sides differed last.
    private var equalCount = 0
    private var attempts = 0
    /// Of the last packet.
    private var window: AACBlock.Window?

    /// - Parameter pair: made with the same settings, of two channels.
    init(_ settings: AudioSettings, pair: AudioContext) throws(CodecError) {
        self.pair = pair
        var alone = settings
        alone.channels = 1
        let range = alone.codec.bitRates(channels: 1)
        alone.bitsPerSecond = min(max(settings.bitsPerSecond - Self.sideBitsPerSecond, range.lowerBound), range.upperBound)
        // What the first two say of a channel would have to be said of the other too (`AACBlock.pair`). The highest frequency is the one that
        // libavcodec has for the pair.
        let each = settings.bitsPerSecond / 2
        let highest = min(3_000 + each / 4, 12_000 + each / 16, 20_000)
        single = try AudioContext(alone, options: ["aac_pns": "0", "aac_tns": "0", "cutoff": String(highest)])
        middle = try single.makeFrame()
        packet = try libavObject("av_packet_alloc", av_packet_alloc())
        for _ in 0..<Self.pastCount { past.append(try pair.makeFrame()) }
    }

    deinit {
        for frame in past + [middle] {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?, emit: (UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Void
    ) throws(CodecError) {
        guard let frame else { return try run(isSingle: isSingle ?? false, nil, emit) }
        let wanted = wants(frame)
        if wanted != isSingle {
            if try takesOver(wanted) {
                (isSingle, attempts) = (wanted, 0)
            } else if wanted {
                equalCount = 0
            }
        }
        try run(isSingle: isSingle ?? wanted, frame) { (packet) throws(CodecError) in
            window = Self.window(packet)
            try emit(packet)
        }
        try keep(frame)
    }

    /// Whether the frame shall be encoded as one channel.
    private func wants(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        let (left, right) = (Self.samples(frame.pointee.data.0), Self.samples(frame.pointee.data.1))
        let isEqual = memcmp(left, right, Int(frame.pointee.nb_samples) * MemoryLayout<Float>.stride) == 0
        equalCount = isEqual ? equalCount + 1 : 0
        return isSingle == false ? equalCount >= Self.calmCount : isEqual
    }

    /// Gives an encoder what came before; false where what it makes of it does not fit on what went out.
    private func takesOver(_ wanted: Bool) throws(CodecError) -> Bool {
        attempts += 1
        var other: AACBlock.Window?
        for frame in past.suffix(known) { try run(isSingle: wanted, frame) { other = Self.window($0) } }
        return other == window || attempts > Self.mostAttempts
    }

    private func run(
        isSingle: Bool, _ frame: UnsafeMutablePointer<AVFrame>?, _ emit: (UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Void
    ) throws(CodecError) {
        guard isSingle else { return try pair.encode(frame, emit: emit) }
        if let frame { mix(frame) }
        try single.encode(frame == nil ? nil : middle) { (block) throws(CodecError) in
            guard let bytes = AACBlock.pair(ofSingle: UnsafeBufferPointer(start: block.pointee.data, count: Int(block.pointee.size))) else {
                throw CodecError(.library, operation: "AACBlock.pair", message: "libavcodec's AAC of one channel begins in an unknown way")
            }
            try libav("av_new_packet", av_new_packet(packet, Int32(bytes.count)))
            defer { av_packet_unref(packet) }
            packet.pointee.data.update(from: bytes, count: bytes.count)
            try libav("av_packet_copy_props", av_packet_copy_props(packet, block))
            try emit(packet)
        }
    }

    /// Puts the average of both sides into `middle`: what they are where they are the same.
    private func mix(_ frame: UnsafeMutablePointer<AVFrame>) {
        let bytes = (frame.pointee.data.0, frame.pointee.data.1, middle.pointee.data.0)
        let planes = (Self.samples(bytes.0), Self.samples(bytes.1), Self.samples(bytes.2))
        for index in 0..<Int(frame.pointee.nb_samples) { planes.2[index] = 0.5 * (planes.0[index] + planes.1[index]) }
        middle.pointee.pts = frame.pointee.pts
    }

    private func keep(_ frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) {
        let oldest = past.removeFirst()
        past.append(oldest)
        known = min(known + 1, Self.pastCount)
        try libav("av_frame_copy", av_frame_copy(oldest, frame))
        oldest.pointee.pts = frame.pointee.pts
    }

    private static func samples(_ plane: UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<Float> {
        UnsafeMutableRawPointer(plane!).assumingMemoryBound(to: Float.self)
    }

    private static func window(_ packet: UnsafeMutablePointer<AVPacket>) -> AACBlock.Window? {
        AACBlock(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))?.window
    }
}
