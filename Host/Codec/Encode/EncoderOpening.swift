import FoundationEssentials
import Frames
import Platform

/// The first message to a process that encodes, which comes with the memory for pictures: what to open.
struct EncoderOpening: Codable {
    private let width, height, numerator, denominator, bitsPerSecond, threads: Int
    private let encoder, preset, profile: String
    private let device: String?
    private let keyframeNanoseconds: Int64
    private let isLowLatency, repeatsHeaders, isReduced: Bool
    private let constantQuality: Double?

    init(_ settings: VideoSettings) {
        (width, height, bitsPerSecond, threads) = (settings.size.width, settings.size.height, settings.bitsPerSecond, settings.threads)
        (numerator, denominator) = (settings.fps.numerator, settings.fps.denominator)
        (encoder, preset, profile, device) = (settings.encoder, settings.preset, settings.profile.rawValue, settings.device)
        keyframeNanoseconds = settings.keyframeInterval.inNanoseconds
        (isLowLatency, repeatsHeaders, isReduced) = (settings.isLowLatency, settings.repeatsHeaders, settings.isReduced)
        constantQuality = settings.constantQuality
    }

    /// - Throws: `.invalidSetting` for what is no such message, or says what cannot be encoded.
    init(_ message: UnsafeRawBufferPointer) throws(CodecError) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(message)) } catch {
            throw CodecError(.invalidSetting, operation: "opening", message: "it is not told what to encode", cause: error)
        }
    }

    /// - Throws: `.invalidSetting` naming the first wrong value.
    func settings() throws(CodecError) -> VideoSettings {
        guard let profile = VideoSettings.Profile(rawValue: profile), numerator > 0, denominator > 0 else {
            throw CodecError(.invalidSetting, operation: "opening", message: "there is no profile \(self.profile), or no frame rate")
        }
        var settings = VideoSettings(
            size: PixelSize(width: width, height: height), fps: FrameRate(numerator, over: denominator), bitsPerSecond: bitsPerSecond,
            preset: preset, profile: profile, keyframeInterval: .nanoseconds(keyframeNanoseconds), isLowLatency: isLowLatency, encoder: encoder,
            threads: threads)
        (settings.device, settings.repeatsHeaders, settings.isReduced) = (device, repeatsHeaders, isReduced)
        settings.constantQuality = constantQuality
        try settings.validate()
        return settings
    }

    func message() throws(CodecError) -> [UInt8] {
        do { return Array(try JSONEncoder().encode(self)) } catch {
            throw CodecError(.invalidSetting, operation: "opening", message: "the settings cannot be passed on: \(error)")
        }
    }
}
