import Synchronization

/// What the mixer's thread counts; read by any.
final class MixerFigures: Sendable {
    private let quanta = Atomic<Int>(0)
    private let filled = Atomic<Int>(0)
    private let limited = Atomic<Int>(0)
    private let work = Atomic<Int64>(0)

    func countQuantum(isFilled: Bool) {
        quanta.wrappingAdd(1, ordering: .relaxed)
        if isFilled { filled.wrappingAdd(1, ordering: .relaxed) }
    }

    /// - Parameter processorTime: what one quantum took of the thread's, up to the delivery.
    func count(processorTime: Duration) { work.wrappingAdd(processorTime.inNanoseconds, ordering: .relaxed) }

    func count(limitedSamples: Int) {
        if limitedSamples > 0 { limited.wrappingAdd(limitedSamples, ordering: .relaxed) }
    }

    func snapshot(level: AudioLevel) -> MixerStatistics {
        MixerStatistics(
            quanta: quanta.load(ordering: .relaxed), filledQuanta: filled.load(ordering: .relaxed),
            limitedSamples: limited.load(ordering: .relaxed), processorTime: .nanoseconds(work.load(ordering: .relaxed)), level: level)
    }
}
