import Codec
import Delivery
import Frames

/// Whether encoders open as encodings want them, found out before anything is written for a target.
extension SessionConfiguration {
    /// For an encoding whose size is not known before the picture's is.
    private static let nominalSize = PixelSize(width: 640, height: 360)

    /// Opens the encoder of every encoding that is described or that a target names, each once. Nothing to do where there is the main one alone:
    /// nothing else begins before that.
    ///
    /// Blocks for some 10 ms for each, longer for HEVC and AV1.
    /// - Throws: `.badSetting` with the name of the first encoding that cannot be.
    @available(*, noasync)
    func tryEncoders() throws(SessionError) {
        var names = encodings.map(\.name)
        for text in targets {
            let name = EncodingReference(text).encoding
            if !names.contains(name) { names.append(name) }
        }
        guard streams != .audioOnly, names.contains(where: { $0 != EncodingChoice.main }) else { return }
        do throws(DeliveryError) {
            for choice in names.compactMap({ encoding(named: $0) }) { try tryEncoder(choice, on: canvasSize) }
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
    }

    /// Opens the encoder of an encoding and closes it again.
    ///
    /// - Parameter canvas: `nil` before its size is known.
    /// - Throws: `.badSetting` with the encoding's name where it does not open.
    func tryEncoder(_ choice: EncodingChoice, on canvas: PixelSize?) throws(DeliveryError) {
        let own = applying(choice)
        // Those are tried in a process of their own.
        guard !own.encoder.isHardware else { return }
        let size = choice.size(on: canvas ?? choice.size ?? Self.nominalSize)
        let limits = try own.quality.limits(for: size)
        do throws(CodecError) { _ = try VideoEncoder(own.videoSettings(size, bitsPerSecond: limits.ceiling)) } catch {
            let refusal = error.code == .invalidSetting ? "" : "\(own.encoder.text) cannot encode \(size): "
            throw DeliveryError(.badSetting, "encoding \(choice.name): \(refusal)\(error.message)", cause: error)
        }
    }

    /// The same while pictures are encoded: libx264 is left out, which takes every size that settings may have.
    func tryEncoderAtWork(_ choice: EncodingChoice, on canvas: PixelSize?) throws(DeliveryError) {
        guard applying(choice).encoder != .x264 else { return }
        try tryEncoder(choice, on: canvas)
    }
}
