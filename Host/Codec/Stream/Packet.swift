import CLibAV
public import Platform
import Synchronization

/// One encoded picture or piece of audio. Immutable but for what is noted before it is handed on, its bytes counted by reference: any number of
/// threads may hold it.
public final class Packet: @unchecked Sendable {
    // @unchecked: `storage` is never written after init, `trace` never after the packet is handed on, and its buffer's reference count is atomic.
    public enum Kind: Sendable, Hashable { case video, audio }

    public let coding: Coding
    public var kind: Kind { coding.kind }
    /// Of audio: 0 for the mix, else the number of a source that is recorded by itself.
    public let track: Int
    /// When it is shown or heard, on the clock of the pictures and samples that were put in.
    public let pts: MediaTime
    /// When it is decoded; equals `pts` where the encoder does not reorder. Strictly increasing per stream.
    public let dts: MediaTime
    /// Zero when unknown, as for a picture whose successor has not come yet.
    public let duration: Duration
    /// A decoder can start here. Always true for audio.
    public let isKeyframe: Bool
    public let byteCount: Int
    /// What its bytes hold for viewers (user data of the codec), for containers that carry them elsewhere too.
    public let messages: [StreamMessage]
    /// Of a picture where decoding can start: how its stream is encoded from here on, which may be another size than before.
    public let stream: StreamDescription?
    let storage: UnsafeMutablePointer<AVPacket>
    /// In nanoseconds; the least number for none.
    private let captured = Atomic<Int64>(.min)

    /// When what a picture shows was captured, which may be some milliseconds off `pts`; `nil` where that was not noted.
    public var captureTime: MediaTime? {
        let time = captured.load(ordering: .relaxed)
        return time == .min ? nil : MediaTime(nanoseconds: time)
    }

    /// For one who asks where the time of this picture goes; `nil` of all but one.
    public private(set) var trace: PacketTrace?

    /// Before the packet is handed on, as the next.
    public func follow(_ trace: PacketTrace) { self.trace = trace }

    /// Before the packet is handed on.
    public func noteCapture(at time: MediaTime) { captured.store(time.nanoseconds, ordering: .relaxed) }

    /// Takes the reference out of `source`, which is blank afterwards.
    init(
        taking source: UnsafeMutablePointer<AVPacket>, coding: Coding, pts: MediaTime, dts: MediaTime, duration: Duration,
        stream: StreamDescription? = nil, messages: [StreamMessage] = [], track: Int = 0
    ) throws(CodecError) {
        storage = try libavObject("av_packet_alloc", av_packet_alloc())
        av_packet_move_ref(storage, source)
        self.track = track
        (self.coding, self.pts, self.dts, self.duration, self.messages) = (coding, pts, dts, duration, messages)
        isKeyframe = coding.kind == .audio || storage.pointee.flags & AV_PKT_FLAG_KEY != 0
        byteCount = Int(storage.pointee.size)
        self.stream = coding.kind == .video && isKeyframe ? stream : nil
    }

    deinit {
        var storage: UnsafeMutablePointer<AVPacket>? = storage
        av_packet_free(&storage)
    }

    /// Lends the encoded bytes (H.264 and HEVC in Annex B, AV1 as units with sizes, AAC without ADTS, Opus without any header) for the
    /// length of the call. Any thread.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: storage.pointee.data, count: byteCount))
    }

    /// Where the NAL units of a picture of H.264 or HEVC lie in the bytes that `withBytes` lends, without their start codes; of AV1 where all
    /// of it lies but the delimiter that containers leave out. Any thread.
    ///
    /// - Parameter ranges: gets them; not emptied before, so that its memory can be used again.
    public func appendUnits(to ranges: inout [Range<Int>]) {
        let bytes = UnsafeRawBufferPointer(start: storage.pointee.data, count: byteCount)
        var offset = 0
        guard coding != .av1 else {
            while let unit = OBU.next(in: bytes, from: offset), unit.kind == .temporalDelimiter { offset = unit.whole.upperBound }
            if offset < bytes.count { ranges.append(offset..<bytes.count) }
            return
        }
        while let unit = NALUnit.next(in: bytes, from: offset, .annexB) {
            ranges.append(unit.content)
            offset = unit.content.upperBound
        }
    }
}
