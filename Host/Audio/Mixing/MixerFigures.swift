import Synchronization

/// What the mixer's thread counts; read by any.
final class MixerFigures: Sendable {
    private let quanta = Atomic<Int>(0)
    private let filled = Atomic<Int>(0)
    private let bent = Atomic<Int>(0)
    private let latest = Atomic<Int64>(0)
    private let work = Atomic<Int64>(0)

    func count(lateNanoseconds: Int64, isFilled: Bool) {
        quanta.wrappingAdd(1, ordering: .relaxed)
        if isFilled { filled.wrappingAdd(1, ordering: .relaxed) }
        if lateNanoseconds > latest.load(ordering: .relaxed) { latest.store(lateNanoseconds, ordering: .relaxed) }
    }

    /// - Parameter processorTime: what one quantum took of the thread's, up to the delivery.
    func count(processorTime: Duration) { work.wrappingAdd(processorTime.inNanoseconds, ordering: .relaxed) }

    func count(bentSamples: Int) {
        if bentSamples > 0 { bent.wrappingAdd(bentSamples, ordering: .relaxed) }
    }

    func snapshot(level: AudioLevel, sources: [MixerSource]) -> MixerStatistics {
        MixerStatistics(
            quanta: quanta.load(ordering: .relaxed), filledQuanta: filled.load(ordering: .relaxed),
            limitedSamples: bent.load(ordering: .relaxed), largestLateness: .nanoseconds(latest.load(ordering: .relaxed)),
            processorTime: .nanoseconds(work.load(ordering: .relaxed)), level: level,
            sources: sources.map { .init(name: $0.name, level: $0.level, gain: $0.gain, isMuted: $0.isMuted) })
    }
}
