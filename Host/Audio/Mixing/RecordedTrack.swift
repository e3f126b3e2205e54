import Platform

/// What takes one source by itself: every quantum that the mix has, silence once the source has left.
///
/// Made by a control thread; everything else belongs to the mixer's.
final class RecordedTrack: @unchecked Sendable {
    // @unchecked: all that changes belongs to the mixer's thread.
    private let recorder: Mixer.Delivery
    private let samples: UnsafeMutablePointer<Float>
    /// Shut while everything is muted.
    private var openness = Openness(value: 1)
    private var hasQuantum = false

    init(_ recorder: @escaping Mixer.Delivery) {
        self.recorder = recorder
        samples = .allocate(capacity: AudioFormat.quantumFloats)
        samples.initialize(repeating: 0, count: AudioFormat.quantumFloats)
    }

    deinit { samples.deallocate() }

    /// The quantum of its source.
    ///
    /// - Parameter heard: `nil` where nothing of it is heard.
    func record(_ heard: UnsafePointer<Float>?, at time: MediaTime, isAllMuted: Bool) {
        if let heard { samples.update(from: heard, count: AudioFormat.quantumFloats) }
        let isOpen = openness.apply(isOpen: !isAllMuted, to: samples)
        if heard == nil || !isOpen { samples.update(repeating: 0, count: AudioFormat.quantumFloats) }
        recorder(samples, time)
        hasQuantum = true
    }

    /// After all sources: silence where its own has left.
    func complete(at time: MediaTime, isAllMuted: Bool) {
        if !hasQuantum { record(nil, at: time, isAllMuted: isAllMuted) }
        hasQuantum = false
    }
}
