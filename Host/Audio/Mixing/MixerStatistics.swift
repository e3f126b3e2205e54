/// The mixer at one moment; the counters only rise.
public struct MixerStatistics: Hashable, Sendable {
    /// Quanta delivered, and how many of them were filled with silence because the mixer had fallen behind.
    public let quanta: Int
    public let filledQuanta: Int
    /// Samples that the limiter turned down.
    public let limitedSamples: Int
    /// Processor time of mixing: everything up to the delivery, which is not counted.
    public let processorTime: Duration
    public let level: AudioLevel
}
