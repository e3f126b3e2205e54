import CMedia
import CaptureKit
import Frames
import Glibc
import Platform

/// The pictures of an address, whose packets another process fetches: a pipe, and the decoder.
final class FetchedInput: PictureSource {
    /// No packet of a video is larger.
    private static let mostBytes = 64 << 20
    private static let mostExtraBytes = 1 << 20
    private static let sampleRatesHertz: ClosedRange<Int32> = 0...768_000
    private static let channelCounts: ClosedRange<Int32> = 0...64

    let name: String
    let isLive: Bool
    let orientation: Orientation
    let frameDuration: Duration
    private let pipe: FetchedBytes
    private let decoder: PictureDecoder
    private let track: AudioTrack?
    private let held = HeldPackets()
    private var isAtEnd = false
    var skipped: SkippedPackets { decoder.skipped }

    /// Reads what the stream is, and waits for that.
    /// - Throws: `CaptureError`, naming the address without its secrets.
    init(_ name: String, _ pipe: FetchedBytes, audio: TrackPipeline? = nil) throws(CaptureError) {
        (self.name, self.pipe) = (name, pipe)
        let (header, described) = try Self.description(name, pipe)
        var parameters = described
        defer { avcodec_parameters_free(&parameters) }
        guard let parameters, header.is_audio == 0, header.ticks_of > 0, header.ticks_in > 0 else { throw pipe.failure }
        track = try Self.track(name, pipe, into: audio)
        decoder = try PictureDecoder(parameters, timeBase: AVRational(num: header.ticks_of, den: header.ticks_in), name: name)
        isLive = header.is_live != 0
        orientation = UInt8(exactly: header.orientation).flatMap(Orientation.init(rawValue:)) ?? .up
        frameDuration = header.frame_nanoseconds > 0 ? .nanoseconds(header.frame_nanoseconds) : .milliseconds(40)
    }

    func next(into frame: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> Bool {
        let isThere = try decoder.next(into: frame) { (packet) throws(CaptureError) in
            if held.takeFirst(into: packet) { return true }
            return try read(into: packet)
        }
        guard isThere else { return false }
        // What is live is decoded as it comes.
        if !isLive, !isAtEnd, let track {
            try held.readAhead(of: decoder.time(of: frame), track) { (packet) throws(CaptureError) in try read(into: packet) }
        }
        return true
    }

    private static func description(
        _ name: String, _ pipe: FetchedBytes
    ) throws(CaptureError) -> (cmedia_stream, UnsafeMutablePointer<AVCodecParameters>?) {
        var header = cmedia_stream()
        guard pipe.read(into: &header), header.extra_bytes <= Self.mostExtraBytes else { throw pipe.failure }
        var extra = [UInt8](repeating: 0, count: Int(header.extra_bytes))
        guard extra.withUnsafeMutableBytes({ pipe.read(into: $0) }) else { throw pipe.failure }
        let parameters = cmedia_parameters(&header, extra)
        guard parameters != nil else { throw CaptureError(.memory, "\(name) cannot be decoded: out of memory") }
        return (header, parameters)
    }

    /// The audio beside the pictures; `nil` where there is none, or no one hears it.
    private static func track(_ name: String, _ pipe: FetchedBytes, into audio: TrackPipeline?) throws(CaptureError) -> AudioTrack? {
        let (header, described) = try description(name, pipe)
        var parameters = described
        defer { avcodec_parameters_free(&parameters) }
        let isSane =
            header.is_audio != 0 && header.ticks_of > 0 && header.ticks_in > 0 && sampleRatesHertz.contains(header.sample_rate)
            && channelCounts.contains(header.channels) && (0...Int32(mostExtraBytes)).contains(header.block_align)
            && (0...Int32(mostExtraBytes)).contains(header.frame_size)
        guard let audio, let parameters, isSane else {
            audio?.setHeard(false)
            return nil
        }
        let track = AudioTrack(parameters, timeBase: AVRational(num: header.ticks_of, den: header.ticks_in), into: audio)
        if track == nil { audio.setHeard(false) }
        return track
    }

    func time(of frame: UnsafeMutablePointer<AVFrame>) -> Duration? { decoder.time(of: frame) }

    /// It is fetched once.
    func rewind() throws(CaptureError) { throw CaptureError(.unsupported, "\(name) cannot be played again from its start: leave out --loop") }

    /// The next packet of the pictures, whose audio is decoded on the way; false at the end.
    private func read(into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) -> Bool {
        while true {
            var header = cmedia_packet()
            guard !isAtEnd, pipe.read(into: &header) else {
                if !isAtEnd {
                    isAtEnd = true
                    track?.take(nil)
                    try pipe.checkEnd()
                }
                return false
            }
            try read(header, into: packet)
            guard header.is_audio != 0 else { return true }
            track?.take(packet)
            av_packet_unref(packet)
        }
    }

    private func read(_ header: cmedia_packet, into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) {
        guard header.bytes <= Self.mostBytes, Int(header.extra_count) <= cmedia_extra_kinds else { throw pipe.failure }
        // With the zeros behind it that decoders may read.
        guard av_new_packet(packet, Int32(header.bytes)) == 0 else { throw CaptureError(.memory, "\(name) cannot be decoded: out of memory") }
        (packet.pointee.pts, packet.pointee.dts, packet.pointee.duration) = (header.shown, header.decoded, header.duration)
        packet.pointee.flags = header.flags & (AV_PKT_FLAG_KEY | AV_PKT_FLAG_CORRUPT)
        guard pipe.read(into: UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: Int(header.bytes))) else { throw pipe.failure }
        for _ in 0..<header.extra_count { try readExtra(into: packet) }
    }

    private func readExtra(into packet: UnsafeMutablePointer<AVPacket>) throws(CaptureError) {
        var header = cmedia_extra()
        guard pipe.read(into: &header), header.bytes <= Self.mostExtraBytes else { throw pipe.failure }
        let kinds = (0..<Int32(cmedia_extra_kinds)).map(cmedia_extra_kind)
        guard let kind = kinds.first(where: { $0.rawValue == header.kind }),
            let bytes = av_packet_new_side_data(packet, kind, Int(header.bytes)),
            pipe.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(header.bytes)))
        else { throw pipe.failure }
    }
}
