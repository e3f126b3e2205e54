import CLibAV
public import Platform

/// Encodes the mix to AAC-LC (frames of 1024 samples) or Opus (frames of 20 ms).
///
/// Belongs to one thread. Times come from counting samples, so that they are exact; the encoder's delay (1024 samples
/// of AAC, 6.5 ms of Opus) is taken off, so the first packet lies that much before the first sample and decodes to silence.
public final class AudioEncoder {
    public let settings: AudioSettings
    public let stream: StreamDescription
    /// A source that leaps this far ahead of its own sample count (missing quanta) moves the count with it.
    public static let leap: Duration = .milliseconds(40)
    private static let inputBase = AVRational(num: 1, den: Int32(MixConverter.inputRate))

    private let context: AudioContext
    /// The same, or what encodes with it.
    private let encoder: any FrameEncoder
    private let frame: UnsafeMutablePointer<AVFrame>
    private let converter: MixConverter
    private let base: AVRational
    private var origin: MediaTime?
    /// Samples of the mix between `origin` and the next one to come.
    private var received: Int64 = 0
    /// Samples of the encoder's rate between `origin` and the next one to be put into the frame.
    private var position: Int64 = 0
    private var filled = 0

    /// Both sides were the same, and what was encoded last is one channel.
    var isOneChannel: Bool { (encoder as? TwoSidedAAC)?.isSingle == true }

    /// The bit rate that libavcodec works by at the moment, of an encoder of one channel.
    var toldBitsPerSecond: Int? { (encoder as? AudioContext).map { Int($0.pointer.pointee.bit_rate) } }

    /// - Parameters:
    ///   - track: what its packets bear.
    ///   - title: what a container calls its stream.
    /// - Throws: `.invalidSetting` naming the value, `.notAvailable` where libavcodec lacks the encoder.
    public init(_ settings: AudioSettings = AudioSettings(), track: Int = 0, title: String? = nil) throws(CodecError) {
        LibAVLog.forget()
        try settings.validate()
        self.settings = settings
        base = AVRational(num: 1, den: Int32(settings.sampleRate))
        context = try AudioContext(settings)
        encoder = settings.codec == .aac && settings.channels == 2 ? try TwoSidedAAC(settings, pair: context) : context
        stream = try StreamDescription(settings.codec.coding, of: context.pointer, track: track, title: title)
        converter = try MixConverter(settings, to: context.pointer.pointee.sample_fmt)
        frame = try context.makeFrame()
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// How many sample frames of the mix have to come until there is another packet; what the resampler holds back not counted.
    public var missing: Int {
        let left = Int64(frame.pointee.nb_samples) - Int64(filled)
        return Int(clamping: (left * Int64(MixConverter.inputRate) + Int64(settings.sampleRate) - 1) / Int64(settings.sampleRate))
    }

    /// Encodes one quantum of the mix and hands on the packets that are full.
    ///
    /// - Parameters:
    ///   - samples: interleaved stereo at 48 kHz, −1...1, any whole number of sample frames (480 from the mixer), whatever
    ///     the settings; read during the call.
    ///   - pts: when the first of them was heard.
    public func encode(_ samples: UnsafeBufferPointer<Float>, at pts: MediaTime, emit: (Packet) -> Void) throws(CodecError) {
        guard let first = samples.baseAddress else { return }
        let origin = origin ?? pts
        self.origin = origin
        let heard = Ticks.from(pts - origin, in: Self.inputBase)
        if heard - received > Ticks.from(Self.leap, in: Self.inputBase) {
            // What was begun keeps its position: it is filled up with silence.
            try finishFrame(emit)
            try converter.restart()
            (received, position) = (heard, av_rescale_q(heard, Self.inputBase, base))
        }
        let count = samples.count / MixConverter.inputChannels
        received += Int64(count)
        try fill(first, count, emit)
    }

    /// Fills the begun frame up with silence and hands on everything. Nothing can be encoded afterwards.
    public func flush(emit: (Packet) -> Void) throws(CodecError) {
        try finishFrame(emit)
        try run(nil, emit)
    }

    /// - Parameter samples: `nil` to take out what the converter holds back.
    private func fill(_ samples: UnsafePointer<Float>?, _ count: Int, _ emit: (Packet) -> Void) throws(CodecError) {
        var count = count
        repeat {
            let made = try converter.convert(samples, count: count, into: frame, at: filled)
            count = 0
            (filled, position) = (filled + made, position + Int64(made))
            guard filled == Int(frame.pointee.nb_samples) else { return }
            try send(emit)
        } while true
    }

    private func finishFrame(_ emit: (Packet) -> Void) throws(CodecError) {
        if received > 0 { try fill(nil, 0, emit) }
        guard filled > 0 else { return }
        let missing = Int(frame.pointee.nb_samples) - filled
        let silenced = withUnsafeMutablePointer(to: &frame.pointee.data) {
            $0.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
                av_samples_set_silence($0, Int32(filled), Int32(missing), Int32(settings.channels), context.pointer.pointee.sample_fmt)
            }
        }
        try libav("av_samples_set_silence", silenced)
        (filled, position) = (filled + missing, position + Int64(missing))
        try send(emit)
    }

    private func send(_ emit: (Packet) -> Void) throws(CodecError) {
        frame.pointee.pts = position - Int64(filled)
        filled = 0
        try run(frame, emit)
    }

    private func run(_ frame: UnsafeMutablePointer<AVFrame>?, _ emit: (Packet) -> Void) throws(CodecError) {
        try encoder.encode(frame) { (packet) throws(CodecError) in
            let pts = (origin ?? .zero) + Ticks.span(packet.pointee.pts, in: base)
            let duration = Ticks.span(packet.pointee.duration, in: base)
            emit(try Packet(taking: packet, coding: settings.codec.coding, pts: pts, dts: pts, duration: duration, track: stream.track))
        }
    }
}
