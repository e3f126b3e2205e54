/// How linear PCM is laid out: interleaved sample frames, little-endian.
public struct PCMFormat: Hashable, Sendable, CustomStringConvertible {
    /// Raw values travel on the wire and never change.
    public enum Encoding: UInt8, Sendable, CaseIterable {
        /// Signed 16-bit integers.
        case s16 = 1
        /// 32-bit floats, full scale ±1.
        case f32 = 2

        public var bytesPerSample: Int { self == .s16 ? 2 : 4 }
        /// The word on the command line.
        public var word: String { "\(self)" }
    }

    public static let sampleRatesHertz = 8000...192_000
    /// In the usual order of each number: 2 is left, right; 6 is 5.1 (left, right, centre, low, back left, back right).
    public static let channelCounts = 1...8

    public let encoding: Encoding
    public let sampleRateHertz: Int
    public let channels: Int

    /// `nil` when rate or channels are out of range.
    public init?(_ encoding: Encoding, sampleRateHertz: Int, channels: Int) {
        guard Self.sampleRatesHertz.contains(sampleRateHertz), Self.channelCounts.contains(channels) else { return nil }
        (self.encoding, self.sampleRateHertz, self.channels) = (encoding, sampleRateHertz, channels)
    }

    public var bytesPerSampleFrame: Int { encoding.bytesPerSample * channels }

    /// How long `sampleFrames` last, to the nanosecond below.
    public func span(ofSampleFrames sampleFrames: Int) -> Duration {
        .nanoseconds(Int64(sampleFrames) * 1_000_000_000 / Int64(sampleRateHertz))
    }

    /// "s16 44100 Hz 2 channels"
    public var description: String { "\(encoding.word) \(sampleRateHertz) Hz \(channels) channel\(channels == 1 ? "" : "s")" }
}
