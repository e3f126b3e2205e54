import Codec
import Frames
import Platform
import RateControl

extension SessionConfiguration {
    /// What targets may name, the main one first.
    public var encodingNames: [String] {
        let own = encodings.map(\.name)
        return [EncodingChoice.main] + own + EncodingChoice.presets.map(\.name).filter { !own.contains($0) }
    }

    /// Whether key frames of some encodings are to be shown at the same times.
    var alignsKeyframes: Bool { encodings.contains(where: \.isAligned) }

    /// What an encoding of this name is; `nil` where there is none.
    public func encoding(named name: String) -> EncodingChoice? {
        if let own = encodings.first(where: { $0.name == name }) { return own }
        if name == EncodingChoice.main { return EncodingChoice(name) }
        return EncodingChoice.presets.first { $0.name == name }
    }

    /// What the pictures of the encoding of this name are encoded to.
    func coding(of name: String) -> Coding { encoding(named: name)?.coding ?? encoder.coding }

    /// What this encoding makes of the broadcast's options.
    func applying(_ choice: EncodingChoice) -> SessionConfiguration {
        var configuration = self
        if let frames = choice.framesPerSecond {
            configuration.framesPerSecond = frames
            configuration.idleFramesPerSecond = min(idleFramesPerSecond, frames.perSecond)
        }
        if let bitRate = choice.bitRate {
            configuration.quality = QualityChoice(table: .custom, ceiling: bitRate)
        } else if choice.hasOwnBitRate {
            configuration.quality = QualityChoice(table: quality.table == .custom ? nil : quality.table)
        }
        if let factor = choice.constantQuality {
            (configuration.constantQuality, configuration.isAdaptive) = (factor, false)
        }
        if let preset = choice.preset { configuration.preset = preset }
        configuration.sampling = choice.sampling
        if let coding = choice.coding, coding != encoder.coding, let other = EncoderName.usual(for: coding) {
            (configuration.encoder, configuration.encoderDevice) = (other, nil)
        }
        return configuration
    }
}

extension EncodingChoice {
    /// The size that it is encoded in: never larger than the canvas in either direction.
    func size(on canvas: PixelSize) -> PixelSize {
        if let lines {
            let height = min(lines, canvas.height)
            // Even, and never wider.
            let width = canvas.height > 0 ? (canvas.width * height + canvas.height) / (2 * canvas.height) * 2 : canvas.width
            return PixelSize(width: max(2, min(width, canvas.width)), height: height)
        }
        guard let size else { return canvas }
        return PixelSize(width: min(size.width, canvas.width), height: min(size.height, canvas.height))
    }
}
