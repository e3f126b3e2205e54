import Platform

/// How much a replay may hold.
public struct ReplayLimits: Hashable, Sendable {
    public let span: Duration
    /// Of packets with what each costs beside its bytes.
    public let byteCount: Int
    /// What a packet costs beside its bytes.
    static let overheadBytes = 512
    /// Pictures and packets of audio a second, at most.
    private static let packetsPerSecond = 150
    /// Encoders exceed their bit rate for moments, and a clip begins with the key frame before.
    private static let headroom = 1.25
    private static let least = 4 << 20

    init(span: Duration, byteCount: Int) { (self.span, self.byteCount) = (span, byteCount) }

    /// - Parameters:
    ///   - bitsPerSecond: the most that picture and audio come to.
    ///   - keyframeInterval: between two key frames: so much more than `span` is held.
    public init(span: Duration, bitsPerSecond: Int, keyframeInterval: Duration) {
        self.span = span
        let seconds = (span + keyframeInterval).inSeconds
        let bytes = seconds * (Double(bitsPerSecond) / 8 * Self.headroom + Double(Self.packetsPerSecond * Self.overheadBytes))
        byteCount = max(Self.least, Int(clamping: bytes))
    }

    /// The longest span that fits into so many bytes.
    public static func longestSpan(bytes: Int, bitsPerSecond: Int, keyframeInterval: Duration) -> Duration {
        let perSecond = Double(bitsPerSecond) / 8 * headroom + Double(packetsPerSecond * overheadBytes)
        return max(.zero, .milliseconds(Int64(clamping: Double(bytes) / perSecond * 1000)) - keyframeInterval)
    }
}
