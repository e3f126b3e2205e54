import Codec
public import Delivery
import Frames
import Picture
import Portal
public import RateControl

extension SessionConfiguration {
    /// Without `--size`, no canvas is larger than this: a wider screen is scaled down, keeping its shape.
    static let largestAutomaticCanvas = PixelSize(width: 1920, height: 1080)

    /// The canvas for a screen when the user named no size: the screen's own, cut to even, at most 1920x1080 (or 1080x1920).
    static func canvas(for upright: PixelSize) -> PixelSize {
        let isTall = upright.height > upright.width
        let limit = isTall ? largestAutomaticCanvas.transposed : largestAutomaticCanvas
        var (width, height) = (upright.width, upright.height)
        if width > limit.width || height > limit.height {
            let scale = min(Double(limit.width) / Double(width), Double(limit.height) / Double(height))
            (width, height) = (Int(clamping: (Double(width) * scale).rounded()), Int(clamping: (Double(height) * scale).rounded()))
        }
        return PixelSize(width: max(Canvas.sides.lowerBound, width & ~1), height: max(Canvas.sides.lowerBound, height & ~1))
    }

    /// - Parameter bitsPerSecond: to begin with.
    func videoSettings(_ size: PixelSize, bitsPerSecond: Int) throws(CodecError) -> VideoSettings {
        guard let profile = VideoSettings.Profile(rawValue: profile) else {
            let known = VideoSettings.Profile.allCases.map(\.rawValue).joined(separator: ", ")
            throw CodecError(.invalidSetting, operation: "video", message: "there is no profile '\(profile)': give \(known)")
        }
        var settings = VideoSettings(
            size: size, fps: framesPerSecond, bitsPerSecond: bitsPerSecond, preset: preset, profile: profile,
            keyframeInterval: keyframeInterval, encoder: encoder.library)
        settings.device = encoderDevice
        (settings.constantQuality, settings.sampling) = (constantQuality, sampling)
        settings.mayEase = mayLowerEffort
        settings.mayLeaveReferences = !alignsKeyframes
        return settings
    }

    /// What the encoder may put into a picture, the most first: the preset alone where that is all there is.
    var efforts: [String] {
        guard mayLowerEffort else { return [preset] }
        var settings = VideoSettings(size: Self.largestAutomaticCanvas)
        settings.preset = preset
        return settings.efforts
    }

    /// Of the picture, before its size is known for those of the largest that is chosen by itself.
    ///
    /// - Throws: `.badSetting` for limits that exclude each other.
    public func bitRateLimits() throws(DeliveryError) -> BitRateLimits { try quality.limits(for: canvasSize ?? Self.largestAutomaticCanvas) }

    /// Checks everything that can be checked before anything starts.
    func validate() throws(SessionError) {
        let limits: BitRateLimits
        do throws(DeliveryError) { limits = try bitRateLimits() } catch { throw SessionError(.badSetting, error.message, cause: error) }
        do throws(CodecError) {
            try videoSettings(canvasSize ?? Self.largestAutomaticCanvas, bitsPerSecond: limits.ceiling).validate()
            try audio.validate()
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
        do throws(DeliveryError) {
            for choice in encodings {
                if let canvasSize, let problem = choice.problem(on: canvasSize) { throw DeliveryError(.badSetting, problem) }
                try check(choice, on: canvasSize)
            }
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
        if let canvasSize {
            let book = LayerBook(self)
            for source in book.sources { try book.check(source, on: canvasSize, size: nil) }
        }
        for picture in [slate.picture, slate.poorPicture].compactMap({ $0 }) {
            do throws(CodecError) { _ = try StillPicture.decode(picture) } catch {
                throw SessionError(.badSetting, "slate: \(error.message)", cause: error)
            }
        }
        guard idleFramesPerSecond > 0, idleFramesPerSecond <= 240 else {
            throw SessionError(.badSetting, "the idle rate must be above 0 and at most 240 frames a second")
        }
        if let niceness = encoderNiceness, !(-20...19).contains(niceness) {
            throw SessionError(.badSetting, "a niceness of \(niceness) is out of range: use -20 to 19")
        }
        if case .each(let bytes?) = agentMemory, bytes < Self.leastAgentMemoryBytes {
            throw SessionError(.badSetting, "an agent needs at least \(Self.leastAgentMemoryBytes >> 20) MiB of memory")
        }
        if let certificates {
            do throws(DeliveryError) { try TargetSettings.check(certificates: certificates) } catch {
                throw SessionError(.badSetting, error.message, cause: error)
            }
        }
        if streams == .videoOnly, lossLadder.rungs.contains(where: { $0.kind == .audio }) {
            throw SessionError(.badSetting, "this broadcast has no audio: leave out audio in --on-loss")
        }
        if streams == .videoOnly, DesktopCause.allCases.contains(where: { desktopPolicies[$0] == .audio }) {
            throw SessionError(.badSetting, "this broadcast has no audio: give --on-desktop slate instead of audio")
        }
        if let problem = backgroundClip?.problem { throw SessionError(.badSetting, problem) }
        if let backgroundClip {
            do throws(CodecError) { _ = try ClipSource.open(backgroundClip.path) } catch {
                throw SessionError(.badSetting, "the background clip: \(error.message)", cause: error)
            }
        }
        if let holdTime, holdTime < .zero { throw SessionError(.badSetting, "the hold time cannot be below 0") }
    }
}
