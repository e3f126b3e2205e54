public import Picture
import Platform

/// Encodes a clip once, for an encoder of those settings: picture by picture, on the grid of its frame rate, in whole GOPs.
///
/// Belongs to one thread, as `VideoEncoder` does.
public final class ClipEncoder {
    /// More is too much to be held in memory.
    public static let mostBytes = 128 << 20

    private let encoder: VideoEncoder
    private let picture: EncodingPicture
    private let gopLength: Int
    private var grid: ClipGrid
    private var hasPicture = false
    private var encoded = 0
    private var packets: [Packet] = []
    private var byteCount = 0

    /// - Throws: where that encoder cannot be opened: another that would stand in for it makes a stream that cannot be joined.
    public init(_ settings: VideoSettings, hardwareIn program: EncoderProgram?) throws(CodecError) {
        encoder = try VideoEncoder(settings, hardwareIn: program)
        if let failure = encoder.failure { throw failure }
        picture = EncodingPicture(size: settings.size, hasFullChroma: settings.sampling == .full)
        (gopLength, grid) = (settings.gopLength, ClipGrid(framesPerSecond: settings.fps))
    }

    /// The picture that was shown so far was shown until then, counted from the clip's start.
    ///
    /// - Throws: what the encoder says, and `.invalidSetting` for a clip that is too large.
    public func advance(to time: Duration) throws(CodecError) {
        guard hasPicture else { return }
        for _ in 0..<grid.advance(to: time) { try encodeNext() }
    }

    /// Shows this picture from now on; read during the call only.
    public func show(_ view: I420View) {
        _ = picture.update(from: view, changed: nil)
        hasPicture = true
    }

    /// - Parameter trim: as `gopPlan` has it.
    public func finish(trim: Bool) throws(CodecError) -> EncodedClip {
        guard let plan = gopPlan(encoded, gopLength, trim: trim) else { throw Self.failure("it is shorter than one picture of the stream") }
        for _ in 0..<plan.repeats { try encodeNext() }
        try encoder.flush(emit: keep)
        if let failure = encoder.failure { throw failure }
        guard packets.count >= plan.total, packets[0].isKeyframe else { throw Self.failure("its encoder left out pictures") }
        packets.removeLast(packets.count - plan.total)
        guard zip(packets, packets.dropFirst()).allSatisfy({ $0.pts < $1.pts && $1.pts == $1.dts }) else {
            throw Self.failure("its encoder puts pictures in another order")
        }
        return EncodedClip(settings: encoder.settings, stream: encoder.stream, packets: packets)
    }

    private func encodeNext() throws(CodecError) {
        // At full minutes of the clock, so that no time is 0.
        let time = MediaTime(nanoseconds: 60_000_000_000) + encoder.settings.fps.time(of: Int64(encoded))
        try encoder.encode(picture.view, at: time, wantsKeyframe: encoded % gopLength == 0, emit: keep)
        encoded += 1
        guard byteCount <= Self.mostBytes else {
            throw Self.failure("it comes to more than \(Self.mostBytes >> 20) MiB: give a shorter part of it")
        }
    }

    private func keep(_ packet: Packet) {
        packets.append(packet)
        byteCount += packet.byteCount
    }

    private static func failure(_ text: String) -> CodecError { CodecError(.invalidSetting, operation: "clip", message: text) }
}
