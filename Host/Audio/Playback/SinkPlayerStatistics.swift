/// How playing to a sink fares; the counters only rise.
public struct SinkPlayerStatistics: Hashable, Sendable {
    /// Parts per million by which what is played runs faster than our clock.
    public let driftPPM: Double
    /// Jumps mended by a cross-fade.
    public let resyncs: Int
    /// Times that the sink wanted sound and there was none.
    public let underruns: Int
    /// Sound that the sink did not take in time.
    public let dropped: Duration
}
