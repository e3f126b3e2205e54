import Codec
import Delivery
import Frames
import Platform

/// What may change of an encoding while targets get it.
extension Encodings {
    /// Changes the one of that name: a bit rate or rate factor from the next picture on, anything else with a key frame.
    ///
    /// - Throws: `.badSetting` naming what is wrong and what to give instead, `.notNow` where no target gets it; nothing has changed then.
    func change(_ request: EncodingRequest) throws(DeliveryError) {
        guard configuration.encoding(named: request.name) != nil else { throw configuration.unknownEncoding(request.name) }
        guard let encoding = running(named: request.name) else {
            throw DeliveryError(.notNow, "no target gets the encoding '\(request.name)': move one to it first")
        }
        guard !request.isEmpty else {
            throw DeliveryError(.badSetting, "nothing is asked of the encoding '\(request.name)': give bitrate, crf, preset, fps or size")
        }
        let old = encoding.choice
        if let problem = Self.problem(request, old) { throw DeliveryError(.badSetting, problem) }
        let new = old.changed(by: request)
        let canvasSize = canvas.withState { $0.size } ?? configuration.canvasSize
        if let canvasSize, let problem = new.problem(on: canvasSize) { throw DeliveryError(.badSetting, problem) }
        try configuration.check(new, on: canvasSize)
        if new.size != old.size { try configuration.tryEncoderAtWork(new, on: canvasSize) }
        try encoding.change(to: new, on: canvasSize.map(new.size))
        keep(new)
    }

    /// Has every encoding go on in another frame rate, and in another size as soon as the canvas has it, as far as they have none of their own.
    ///
    /// - Throws: `.badSetting` naming what is wrong; nothing has changed then.
    func change(_ request: PictureRequest) throws(DeliveryError) {
        let session = configuration.with(framesPerSecond: request.framesPerSecond)
        let canvasSize = request.size ?? canvas.withState { $0.size } ?? configuration.canvasSize
        for encoding in running {
            try session.check(encoding.choice, on: canvasSize)
            if request.size != nil { try session.tryEncoderAtWork(encoding.choice, on: canvasSize) }
        }
        if let frames = request.framesPerSecond { keep(framesPerSecond: frames) }
        for encoding in running {
            try encoding.change(
                to: encoding.choice, framesPerSecond: request.framesPerSecond, canvasSize: request.size, on: canvasSize.map(encoding.choice.size))
        }
    }

    /// A link was promised a bit rate, and a recording a quality: which of both it is stays.
    private static func problem(_ request: EncodingRequest, _ choice: EncodingChoice) -> String? {
        if request.bitRate != nil, request.constantQuality != nil { return "bitrate and crf exclude each other: leave out one of them" }
        if request.bitRate != nil, choice.constantQuality != nil {
            return "the encoding '\(choice.name)' has crf, which has no bit rate: give crf=N, such as crf=28 for smaller files"
        }
        if request.constantQuality != nil, choice.constantQuality == nil {
            return "the encoding '\(choice.name)' has a bit rate: give bitrate=RATE; crf is for encodings that are described with it at the start"
        }
        return nil
    }
}

extension EncodingChoice {
    /// Why it cannot be encoded from a canvas of that size; `nil` when it can. What is there without being described gives way.
    func problem(on canvas: PixelSize) -> String? {
        if let lines, lines > canvas.height {
            return "the ladder's \(lines)p is larger than the picture, \(canvas): leave it out, or give the picture a larger size"
        }
        guard let size, size.width > canvas.width || size.height > canvas.height, !isPreset else { return nil }
        return "encoding \(name): \(size) is larger than the picture, \(canvas): give size=source, or a smaller one"
    }
}

extension SessionConfiguration {
    /// - Parameter framesPerSecond: `nil` for its own.
    func with(framesPerSecond: FrameRate?) -> SessionConfiguration {
        var other = self
        if let framesPerSecond {
            (other.framesPerSecond, other.idleFramesPerSecond) = (framesPerSecond, min(idleFramesPerSecond, framesPerSecond.perSecond))
        }
        return other
    }

    /// Whether an encoder takes what this encoding says.
    ///
    /// - Throws: `.badSetting`, with the encoding's name.
    func check(_ choice: EncodingChoice, on canvas: PixelSize?) throws(DeliveryError) {
        let own = applying(choice)
        let size = choice.size(on: canvas ?? choice.size ?? Self.largestAutomaticCanvas)
        let ceiling = try own.quality.limits(for: size).ceiling
        do throws(CodecError) { try own.videoSettings(size, bitsPerSecond: ceiling).validate() } catch {
            throw DeliveryError(.badSetting, "encoding \(choice.name): \(error.message)", cause: error)
        }
    }

    func unknownEncoding(_ name: String) -> DeliveryError {
        DeliveryError(
            .badSetting,
            "there is no encoding '\(name)'; there are: \(encodingNames.joined(separator: ", ")). Others have to be described at the start")
    }
}
