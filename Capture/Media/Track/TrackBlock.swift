import Platform

/// Ten milliseconds of a source's audio at most, used again and again: 48 kHz stereo. One thread at a time: it is handed over through a ring.
final class TrackBlock: @unchecked Sendable {
    // @unchecked: rings decide whose it is.
    static let channels = 2
    static let sampleFrames = 480

    private let samples: UnsafeMutablePointer<Float>
    /// Of its room, so many are filled.
    private(set) var count = 0
    /// Of its first sample frame, in the source's own time.
    private(set) var time = Duration.zero
    /// How often the source had begun again by then.
    private(set) var lap = 0

    init() {
        samples = .allocate(capacity: Self.sampleFrames * Self.channels)
        samples.initialize(repeating: 0, count: Self.sampleFrames * Self.channels)
    }

    deinit { samples.deallocate() }

    var isFull: Bool { count == Self.sampleFrames }
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: samples, count: count * Self.channels * MemoryLayout<Float>.size)
    }
    /// Where the next one begins.
    var end: Duration { time + Self.span(of: count) }

    static func span(of sampleFrames: Int) -> Duration { .nanoseconds(Int64(sampleFrames) * 1_000_000_000 / 48_000) }

    func begin(at time: Duration, lap: Int) { (self.time, self.lap, count) = (time, lap, 0) }

    /// - Parameter interleaved: sample frames.
    /// - Returns: how many sample frames of it were taken.
    func fill(_ interleaved: UnsafeBufferPointer<Float>) -> Int {
        let taken = min(interleaved.count / Self.channels, Self.sampleFrames - count)
        guard taken > 0, let start = interleaved.baseAddress else { return 0 }
        (samples + count * Self.channels).update(from: start, count: taken * Self.channels)
        count += taken
        return taken
    }
}
