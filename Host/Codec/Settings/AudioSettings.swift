/// How the mix is encoded. `validate()` says which value is wrong.
public struct AudioSettings: Hashable, Sendable {
    public var codec: AudioCodec
    /// One of the codec's `sampleRates`, hertz.
    public var sampleRate: Int
    /// 1 or 2; one is the average of both sides.
    public var channels: Int
    /// Of all channels together, within the codec's `bitRates`.
    public var bitsPerSecond: Int

    public init(codec: AudioCodec = .aac, sampleRate: Int = 48_000, channels: Int = 2, bitsPerSecond: Int = 128_000) {
        (self.codec, self.sampleRate, self.channels, self.bitsPerSecond) = (codec, sampleRate, channels, bitsPerSecond)
    }

    /// Throws `.invalidSetting` naming the first wrong value and what is allowed.
    public func validate() throws(CodecError) {
        let rates = codec.sampleRates.map(String.init).joined(separator: " or ")
        try require(codec.sampleRates.contains(sampleRate), "\(codec.words) cannot be encoded at \(sampleRate) Hz: use \(rates)")
        try require((1...2).contains(channels), "\(channels) channels cannot be encoded: use 1 or 2")
        let range = codec.bitRates(channels: channels)
        try require(
            range.contains(bitsPerSecond),
            "an audio bit rate of \(bitsPerSecond) bit/s is out of range for \(codec.words) with \(channels == 1 ? "one channel" : "two channels"): "
                + "use \(range.lowerBound) to \(range.upperBound)")
    }

    /// The same audio in another codec, for targets that do not take this one.
    public func reencoded(to codec: AudioCodec) -> AudioSettings {
        guard codec != self.codec else { return self }
        let range = codec.bitRates(channels: channels)
        let rate = codec.sampleRates.contains(sampleRate) ? sampleRate : codec.sampleRates[0]
        return AudioSettings(
            codec: codec, sampleRate: rate, channels: channels, bitsPerSecond: min(max(bitsPerSecond, range.lowerBound), range.upperBound))
    }
}
