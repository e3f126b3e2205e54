/// How the mix is encoded.
public struct AudioSettings: Hashable, Sendable {
    /// One of AAC's rates, 8000...96000.
    public var sampleRate: Int
    /// 1 or 2.
    public var channels: Int
    /// 16,000...512,000.
    public var bitsPerSecond: Int

    public static let sampleRates = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]

    public init(sampleRate: Int = 48_000, channels: Int = 2, bitsPerSecond: Int = 128_000) {
        (self.sampleRate, self.channels, self.bitsPerSecond) = (sampleRate, channels, bitsPerSecond)
    }

    /// Throws `.invalidSetting` naming the first wrong value and what is allowed.
    public func validate() throws(CodecError) {
        try require(
            Self.sampleRates.contains(sampleRate),
            "AAC knows no sample rate of \(sampleRate) Hz: use one of \(Self.sampleRates.map(String.init).joined(separator: ", "))")
        try require((1...2).contains(channels), "\(channels) channels cannot be encoded: use 1 or 2")
        try require(
            (16_000...512_000).contains(bitsPerSecond), "a sound bit rate of \(bitsPerSecond) bit/s is out of range: use 16000 to 512000")
    }
}
