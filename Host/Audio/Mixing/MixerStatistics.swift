/// The mixer at one moment; the counters only rise.
public struct MixerStatistics: Hashable, Sendable {
    public struct Source: Hashable, Sendable {
        public let name: String
        public let level: AudioLevel
        public let gain: Float
        public let isMuted: Bool
    }

    /// Quanta delivered, and how many of them were filled with silence because the mixer had fallen behind.
    public let quanta: Int
    public let filledQuanta: Int
    /// Samples that the limiter bent.
    public let limitedSamples: Int
    /// The furthest that a quantum was behind its time.
    public let largestLateness: Duration
    /// Processor time of mixing: everything up to the delivery, which is not counted.
    public let processorTime: Duration
    public let level: AudioLevel
    public let sources: [Source]
}
