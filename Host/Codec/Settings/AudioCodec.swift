/// What audio can be encoded to.
public enum AudioCodec: String, Sendable, Hashable, CaseIterable {
    /// AAC-LC, which every target for live video takes.
    case aac
    /// Better at the same bit rate; not everything takes it.
    case opus

    public var coding: Coding { self == .aac ? .aac : .opus }

    /// The rates that streams are made with, hertz; libopus resamples everything to 48 kHz by itself.
    public var sampleRates: [Int] { self == .aac ? [48_000, 44_100] : [48_000] }

    /// Bits a second for so many channels, 1 or 2: below is no use, above the encoder takes less by itself.
    public func bitRates(channels: Int) -> ClosedRange<Int> {
        let (least, most) = self == .aac ? (8_000, 256_000) : (6_000, 256_000)
        return least * channels...most * channels
    }

    /// As people write it.
    public var words: String { self == .aac ? "AAC" : "Opus" }

    /// libavcodec's encoder.
    var encoder: String { self == .aac ? "aac" : "libopus" }
}
