public import Codec

/// What a master playlist says of a rendition, by what was encoded and written.
public struct RenditionFacts: Hashable, Sendable {
    /// As RFC 6381 has it.
    public let codec: String
    public let stream: StreamFacts
    /// In bits a second, of the largest segment and of all.
    public let peak, average: Int
    /// The same of its key frames alone; 0 for audio.
    public let keyframePeak, keyframeAverage: Int
    /// So far, those that fell off the list too.
    public let segments: Int

    init(codec: String, stream: StreamFacts, _ meter: BandwidthMeter, keyframes: BandwidthMeter, segments: Int) {
        (self.codec, self.stream, self.segments) = (codec, stream, segments)
        // A short segment at the end counts in the mean alone.
        (peak, average) = (max(meter.peak, meter.average), meter.average)
        (keyframePeak, keyframeAverage) = (max(keyframes.peak, keyframes.average), keyframes.average)
    }

    /// Whether a master that says the other thing would mislead: another stream, a higher peak, or averages that are a twentieth apart.
    func differs(from told: RenditionFacts) -> Bool {
        (codec, stream) != (told.codec, told.stream) || peak > told.peak || keyframePeak > told.keyframePeak
            || Self.areApart(average, told.average) || Self.areApart(keyframeAverage, told.keyframeAverage)
    }

    private static func areApart(_ one: Int, _ other: Int) -> Bool { abs(one - other) * 20 > other }
}
