public import Frames
import Glibc
public import Platform

/// How the canvas is encoded. `validate()` says which value is wrong.
public struct VideoSettings: Hashable, Sendable {
    /// Both even, 16...8192.
    public var size: PixelSize
    /// The most pictures a second, 1...240; the encoder reckons with it whatever the real cadence.
    public var fps: FrameRate
    /// 50,000...200,000,000.
    public var bitsPerSecond: Int
    /// libx264's own names, `ultrafast`...`placebo`. Passed on to other encoders unchecked.
    public var preset: String
    /// Of H.264; `high` is High 4:4:4 Predictive with full chroma, which the others cannot have.
    public var profile: Profile
    /// Longest time between two key frames, 100 ms...60 s.
    public var keyframeInterval: Duration
    /// No lookahead and no reordering: a picture leaves the encoder in the call that brought it.
    public var isLowLatency: Bool
    /// libavcodec's name of the encoder.
    public var encoder: String
    /// The device of a hardware encoder, such as /dev/dri/renderD129; `nil` for the first one that works.
    public var device: String?
    /// Every key frame begins with the headers, so that a decoder follows although its container had others at its start.
    public var repeatsHeaders = false
    /// The rate factor (CRF), one of `constantQualities`: then there is no bit rate, and what it comes to follows from the picture. `nil` for a
    /// bit rate. libx264 alone.
    public var constantQuality: Double?
    /// `full` takes pictures with full chroma, and an encoder with `EncoderName.samplings` that have it.
    public var sampling = ChromaSampling.half
    /// Pictures that differ little from the one before are not all given to libx264: some are written without it, for far less work. Where the
    /// stream has no room for them, all are libx264's.
    public var writesDelta = true
    /// Less work than the preset says where motion is so good that more would not be seen.
    public var mayEase = true
    /// Pictures that refer to none may stand between key frames, where they serve motion better. Much software takes them for key frames
    /// (libavformat, of MPEG-TS): not where several streams are to be cut at the same ones.
    public var mayLeaveReferences = true
    /// Smaller for a while than it was meant to be: recordings go on in the same file.
    public var isReduced = false
    /// 0 leaves the choice to `VideoEncoder`, 1...64.
    public var threads: Int

    public enum Profile: String, Sendable, Hashable, CaseIterable { case baseline, main, high }

    /// Below 1 libx264 encodes without loss, which none of the profiles has.
    public static let constantQualities: ClosedRange<Double> = 1...51

    /// What one VBV holds: long enough for a key frame, short enough for a live link.
    public static let bufferSpan: Duration = .milliseconds(400)
    /// The same while a part of the screen changes, or a page is scrolled (`VBVSpan`): a key frame of a page of text takes more. libx264 lets it have
    /// half. What changes waits behind it; what is scrolled stays as coarse as it, since what comes into view takes the bits.
    static let partBufferSpan: Duration = .milliseconds(1500)
    /// The same where the quantiser of key frames is chosen, which holds them to less (`KeyframeQuantiser`): libx264 guesses that they need half as
    /// much again as they do.
    static let pageBufferSpan: Duration = .seconds(3)

    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    public init(
        size: PixelSize, fps: FrameRate = 30, bitsPerSecond: Int = 4_500_000, preset: String = "veryfast", profile: Profile = .high,
        keyframeInterval: Duration = .seconds(2), isLowLatency: Bool = true, encoder: String = "libx264", threads: Int = 0
    ) {
        (self.size, self.fps, self.bitsPerSecond, self.preset, self.profile) = (size, fps, bitsPerSecond, preset, profile)
        (self.keyframeInterval, self.isLowLatency) = (keyframeInterval, isLowLatency)
        (self.encoder, self.threads) = (encoder, threads)
    }

    /// Throws `.invalidSetting` naming the first wrong value and what is allowed.
    public func validate() throws(CodecError) {
        for (axis, pixels) in [("width", size.width), ("height", size.height)] {
            try require(
                (16...8192).contains(pixels) && pixels.isMultiple(of: 2),
                "\(axis) \(pixels) cannot be encoded: use an even number of pixels from 16 to 8192")
        }
        try require(FrameRate.range.contains(fps), "\(fps) pictures a second cannot be encoded: use 1 to 240")
        try Self.validate(bitsPerSecond: bitsPerSecond)
        try require(
            keyframeInterval >= .milliseconds(100) && keyframeInterval <= .seconds(60),
            "a key frame every \(keyframeInterval.inSeconds) s is out of range: use 0.1 to 60 s")
        try require((0...64).contains(threads), "\(threads) encoder threads are out of range: use 1 to 64, or 0 to leave the choice")
        if let constantQuality {
            try Self.validate(constantQuality: constantQuality)
            try require(encoder == "libx264", "\(EncoderName.text(of: encoder)) takes no rate factor: use x264, or a bit rate")
        }
        if sampling == .full { try validateFullChroma() }
        guard encoder == "libx264" else { return }
        try require(
            Self.presets.contains(preset),
            "\"\(preset)\" is not a preset of libx264: use one of \(Self.presets.joined(separator: ", "))")
    }

    private func validateFullChroma() throws(CodecError) {
        // An encoder that is none is named when it is opened.
        guard let name = EncoderName.all.first(where: { $0.library == encoder }) else { return }
        if !name.samplings.contains(.full) {
            let instead = name.coding == .av1 ? "give codec=h264 or codec=hevc" : "start with --encoder \(name.coding == .hevc ? "x265" : "x264")"
            throw CodecError(
                .invalidSetting, operation: "settings", message: "\(name.text) encodes no 4:4:4: \(instead), or leave out pixel=444")
        }
        try require(
            name.coding != .h264 || profile == .high,
            "pixel=444 needs the profile High 4:4:4 Predictive, which --profile \(profile.rawValue) forbids: leave out one of them")
    }

    /// Slices of one picture side by side: on two cores they take the same CPU time as one thread, for half the delay.
    /// More slices than these cost picture quality and gain little.
    var threadCount: Int {
        guard threads == 0 else { return threads }
        let most = size.width * size.height > 1920 * 1088 ? 8 : 4
        return min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), most)
    }

    /// What `VideoEncoder.setEffort` takes, the most first: the preset and those of libx264 that take less time. The preset alone where the
    /// effort of the encoder is fixed.
    public var efforts: [String] {
        guard encoder == "libx264", isLowLatency, let most = Self.presets.firstIndex(of: preset) else { return [preset] }
        return Self.presets[...most].reversed()
    }

    /// Whether a driver does the work.
    var isHardware: Bool { EncoderName.all.contains { $0.library == encoder && $0.isHardware } }

    /// The same in software and the same codec, which goes on where a hardware encoder stopped; `nil` where this is in software already.
    public var inSoftware: VideoSettings? {
        guard let name = EncoderName.all.first(where: { $0.library == encoder && $0.isHardware }),
            let software = EncoderName.all.first(where: { !$0.isHardware && $0.coding == name.coding })
        else { return nil }
        var other = self
        (other.encoder, other.device, other.repeatsHeaders) = (software.library, nil, true)
        // What keeps up.
        if software.coding != .h264 { other.preset = Self.presets[0] }
        return other
    }

    static func validate(constantQuality: Double) throws(CodecError) {
        try require(constantQualities.contains(constantQuality), "a rate factor of \(constantQuality) is out of range: give crf 1 to 51")
    }

    static func validate(bitsPerSecond: Int) throws(CodecError) {
        try require(
            (50_000...200_000_000).contains(bitsPerSecond),
            "a bit rate of \(bitsPerSecond) bit/s is out of range: use 50000 to 200000000")
    }
}

/// Throws `.invalidSetting` with `message` unless `isValid`.
func require(_ isValid: Bool, _ message: @autoclosure () -> String) throws(CodecError) {
    if !isValid { throw CodecError(.invalidSetting, operation: "settings", message: message()) }
}
