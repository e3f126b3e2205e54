import Synchronization

/// How well a source is followed, written by the mixer's thread and read by any: an atomic snapshot, figure by figure.
final class FollowingFigures: Sendable {
    private let rateDeviation = Atomic<UInt32>(0)
    private let lateness = Atomic<UInt32>(0)
    private let unheard = Atomic<Int64>(0)
    private let resyncCount = Atomic<Int>(0)
    private let underrunCount = Atomic<Int>(0)
    private let silent = Atomic<Int>(0)

    /// Parts per million by which the device's clock runs fast; 0 until known.
    var driftPPM: Double { Double(Float(bitPattern: rateDeviation.load(ordering: .relaxed))) }
    var lateBy: Duration { AudioFormat.span(ofSampleFrames: Int(clamping: Float(bitPattern: lateness.load(ordering: .relaxed)))) }
    /// How old its audio is when it comes, where that is too late for it to be heard; else zero.
    var tooLateBy: Duration { .nanoseconds(unheard.load(ordering: .relaxed)) }
    var resyncs: Int { resyncCount.load(ordering: .relaxed) }
    var underruns: Int { underrunCount.load(ordering: .relaxed) }
    var silence: Duration { AudioFormat.span(ofSampleFrames: silent.load(ordering: .relaxed)) }

    func publish(rate: Double, latenessSampleFrames: Double, tooLateBy: Duration) {
        rateDeviation.store(Float((rate - 1) * 1e6).bitPattern, ordering: .relaxed)
        lateness.store(Float(latenessSampleFrames).bitPattern, ordering: .relaxed)
        unheard.store(Int64(clamping: tooLateBy.inNanoseconds), ordering: .relaxed)
    }

    func countResync() { resyncCount.wrappingAdd(1, ordering: .relaxed) }
    func countUnderrun() { underrunCount.wrappingAdd(1, ordering: .relaxed) }
    func count(silentSampleFrames: Int) { silent.wrappingAdd(silentSampleFrames, ordering: .relaxed) }
}
