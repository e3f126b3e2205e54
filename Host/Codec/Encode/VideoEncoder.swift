public import Frames
public import Picture
public import Platform

/// Encodes I420 pictures to H.264, HEVC or AV1: libx264 by its own interface, every other encoder through libavcodec.
///
/// Belongs to one thread, **which must also make it**: libx264 starts its threads in `init`, and they inherit the
/// niceness of the calling thread. Allocates nothing per picture of its own beyond the packet.
public final class VideoEncoder {
    /// Those of the encoder at work.
    public private(set) var settings: VideoSettings
    public var stream: StreamDescription { encoder.stream }
    /// Why the encoder that was asked for is not at work any more, and one in software of the same codec is; `nil` while it is.
    public private(set) var failure: CodecError?
    private(set) var encoder: any PictureEncoder
    private let make: Maker
    private var clock = EncoderClock()
    private var lastKeyframe: MediaTime?

    typealias Maker = (VideoSettings) throws(CodecError) -> any PictureEncoder

    /// Opens the encoder, which takes some 10 ms, one of hardware with its process some 100 ms.
    ///
    /// - Parameter program: encodes in a process of its own where a driver does the work, which ends with the calling thread; `nil` for none.
    public convenience init(_ settings: VideoSettings, hardwareIn program: EncoderProgram? = nil) throws(CodecError) {
        try self.init(settings) { (settings) throws(CodecError) in
            guard settings.isHardware, let program else { return try Self.local(settings) }
            return try RemoteEncoder(settings, in: program)
        }
    }

    /// - Parameter make: opens the encoder that settings name.
    init(_ settings: VideoSettings, making make: @escaping Maker) throws(CodecError) {
        LibAVLog.forget()
        try settings.validate()
        (self.settings, self.make, holdsPicture) = (settings, make, EncoderTraits(of: settings.encoder).holdsPicture)
        do throws(CodecError) { encoder = try make(settings) } catch {
            // Of another codec than H.264 software costs many times the work: that is for the user to choose.
            guard let other = settings.inSoftware, other.encoder == "libx264" else { throw error }
            encoder = try Self.made(other, make, insteadOf: error)
            (self.settings, failure, holdsPicture) = (other, error, false)
        }
    }

    /// What stopped the first one is what users want to know where the second does not open either.
    private static func made(_ settings: VideoSettings, _ make: Maker, insteadOf first: CodecError) throws(CodecError) -> any PictureEncoder {
        do throws(CodecError) { return try make(settings) } catch { throw first }
    }

    /// An encoder in this process.
    static func local(_ settings: VideoSettings) throws(CodecError) -> any PictureEncoder {
        if settings.encoder == "libx264" { return try X264Encoder(settings) }
        return try LibAVEncoder(settings)
    }

    /// Encodes a picture that no one will see, so that the first real one does not pay for the encoder's first touch of its
    /// memory (which costs a frame or two at full motion). Before the first `encode`; does nothing without `isLowLatency`.
    public func warmUp(_ picture: I420View) throws(CodecError) {
        // Others keep what they are given, or are made for another first picture.
        guard settings.isLowLatency, settings.encoder == "libx264", lastKeyframe == nil else { return }
        for number in [-2, -1] as [Int64] {
            try encoder.encode(
                picture, changed: nil, ticks: number * Ticks.perSecond * Int64(settings.fps.denominator) / Int64(settings.fps.numerator),
                isKeyframe: false, emit: { _ throws(CodecError) in })
        }
    }

    /// Encodes one picture and hands on what is ready: with `isLowLatency`, this very picture.
    ///
    /// It becomes a key frame when asked for, or when `keyframeInterval` has passed since the last one.
    /// - Parameters:
    ///   - picture: of the size in the settings; read during the call only.
    ///   - changed: what differs from the picture that was encoded before: more is allowed, less leaves what is old in the stream until the next
    ///     key frame. `nil` for everything. libx264 need not look at the rest; other encoders do.
    ///   - pts: later than that of the call before, else `.outOfOrder` is thrown and the picture is not encoded.
    /// - Throws: whatever the reason, the picture does not count as encoded: `changed` of the next one holds what was in this one's.
    public func encode(
        _ picture: I420View, changed: Damage? = nil, at pts: MediaTime, wantsKeyframe: Bool = false, emit: (Packet) -> Void
    ) throws(CodecError) {
        guard picture.size == settings.size else {
            throw CodecError(
                .invalidSetting, operation: "encode", message: "a picture of \(picture.size) came to an encoder of \(settings.size)")
        }
        let ticks = try clock.ticks(for: pts)
        let isKeyframe = wantsKeyframe || isKeyframeDue(at: pts)
        if isKeyframe { lastKeyframe = pts }
        do throws(CodecError) {
            try encode(picture, changed: changed, ticks: ticks, isKeyframe: isKeyframe, emit)
        } catch {
            guard failure == nil, let other = settings.inSoftware else { throw error }
            encoder = try Self.made(other, make, insteadOf: error)
            (settings, failure, lastKeyframe, holdsPicture) = (other, error, pts, EncoderTraits(of: other.encoder).holdsPicture)
            // A decoder follows from here on: the picture begins anew, with its headers.
            try encode(picture, changed: nil, ticks: ticks, isKeyframe: true, emit)
        }
    }

    private func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, _ emit: (Packet) -> Void) throws(CodecError) {
        let clock = clock
        try encoder.encode(picture, changed: changed, ticks: ticks, isKeyframe: isKeyframe) { (packet) throws(CodecError) in
            emit(try Packet(taking: packet, from: clock, of: stream))
        }
    }

    /// Whether the last picture is as good as can be seen; `true` of encoders that do not tell.
    public var isFine: Bool { encoder.isFine }

    /// Whether the last picture leaves the encoder with the next one, instead of in its own call.
    public private(set) var holdsPicture: Bool

    /// Hands on what the encoder still holds. Nothing can be encoded afterwards.
    public func flush(emit: (Packet) -> Void) throws(CodecError) {
        let (clock, stream) = (clock, stream)
        try encoder.flush { (packet) throws(CodecError) in emit(try Packet(taking: packet, from: clock, of: stream)) }
    }

    /// Takes effect with the next picture, without a key frame.
    ///
    /// - Parameter framesPerSecond: how many pictures a second come at most from now on; `nil` for as many as the settings say. The encoder
    ///   deals out bits picture by picture, so that fewer get more each.
    public func setBitRate(_ bitsPerSecond: Int, framesPerSecond: FrameRate? = nil) throws(CodecError) {
        try VideoSettings.validate(bitsPerSecond: bitsPerSecond)
        try encoder.setBitRate(bitsPerSecond, stretch: settings.fps.perSecond / min(framesPerSecond ?? settings.fps, settings.fps).perSecond)
    }

    /// Another rate factor from the next picture on, without a key frame. An encoder that was opened with a bit rate goes on as it was.
    ///
    /// - Parameter factor: 1...51, else `.invalidSetting` is thrown.
    public func setQuality(_ factor: Double) throws(CodecError) {
        try VideoSettings.validate(constantQuality: factor)
        guard settings.constantQuality != nil else { return }
        try encoder.setQuality(factor)
        settings.constantQuality = factor
    }

    /// How much work goes into a picture from the next one on, without a key frame: settings of that preset as far as an encoder at work takes
    /// them. An encoder whose effort is fixed once it is open goes on as it was.
    ///
    /// - Parameter preset: one of `settings.efforts`, else `.invalidSetting` is thrown.
    public func setEffort(_ preset: String) throws(CodecError) {
        let efforts = settings.efforts
        try require(efforts.contains(preset), "\"\(preset)\" is no effort of this encoder: use one of \(efforts.joined(separator: ", "))")
        try encoder.setEffort(preset)
    }

    /// Half a picture early is due, so that timers that jitter do not cost a whole keep-alive interval.
    private func isKeyframeDue(at pts: MediaTime) -> Bool {
        guard let lastKeyframe else { return true }
        return pts - lastKeyframe + settings.fps.interval / 2 >= settings.keyframeInterval
    }
}
