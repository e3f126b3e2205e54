import CSamples

/// Keeps the mix within −1 dBFS, peaks between samples included: looks 5 ms ahead and has turned down when the peak comes, so
/// that nothing is bent. What stays below passes bit for bit.
///
/// What comes out is `lookahead` older than what goes in. Belongs to the mixer's thread; allocates only when made.
final class MixLimiter {
    static let lookahead: Duration = .milliseconds(5)
    /// −1 dBFS.
    static let ceiling: Float = 0.891_250_94

    private static let quantum = AudioFormat.quantumSampleFrames
    private static let delay = 240
    /// A gain once needed stays for 15 ms, so that a low tone is not followed swing by swing, then goes back within half a second.
    private static let hold = 720
    private static let release: Float = 1 / (0.2 * 48_000)
    /// Below this no peak between samples can be above the ceiling, but for noise made for it.
    private static let suspicious: Float = 0.7

    /// What is on its way, `delay` sample frames, then the newest quantum.
    private let queue: UnsafeMutablePointer<Float>
    private let peaks: UnsafeMutablePointer<Float>
    /// Two averages one after the other make a ramp without corners, as long as the delay.
    private var first = MovingAverage(length: delay / 2 + 1)
    private var second = MovingAverage(length: delay / 2 + 1)
    private var gain: Float = 1
    private var holdLeft = 0
    /// Sample frames until the averages have come to rest; 0 is rest.
    private var restless = 0
    /// The last quantum went beyond full scale.
    private(set) var wasOver = false

    init() {
        queue = .allocate(capacity: 2 * (Self.delay + Self.quantum))
        queue.initialize(repeating: 0, count: 2 * (Self.delay + Self.quantum))
        peaks = .allocate(capacity: Self.quantum)
        peaks.initialize(repeating: 0, count: Self.quantum)
    }

    deinit {
        queue.deallocate()
        peaks.deallocate()
    }

    /// Limits one quantum of interleaved stereo in place. What is not a number becomes 0.
    ///
    /// - Returns: how many of its samples were above the ceiling.
    func process(_ samples: UnsafeMutablePointer<Float>) -> Int {
        var level = csamples_measure(samples, Self.quantum)
        if !level.is_finite {
            for index in 0..<AudioFormat.quantumFloats where !samples[index].isFinite { samples[index] = 0 }
            level = csamples_measure(samples, Self.quantum)
        }
        wasOver = level.peak >= 1
        let newest = queue + 2 * Self.delay
        newest.update(from: samples, count: AudioFormat.quantumFloats)
        if restless > 0 || level.peak > Self.suspicious {
            turnDown(newest, into: samples)
        } else {
            samples.update(from: queue, count: AudioFormat.quantumFloats)
        }
        queue.update(from: queue + AudioFormat.quantumFloats, count: 2 * Self.delay)
        guard level.peak > Self.ceiling else { return 0 }
        return (0..<AudioFormat.quantumFloats).reduce(0) { abs(newest[$1]) > Self.ceiling ? $0 + 1 : $0 }
    }

    private func turnDown(_ newest: UnsafePointer<Float>, into samples: UnsafeMutablePointer<Float>) {
        csamples_peaks(newest, Self.quantum, peaks)
        for index in 0..<Self.quantum {
            follow(peaks[index] > Self.ceiling ? Self.ceiling / peaks[index] : 1)
            let factor = second.push(first.push(gain))
            samples[2 * index] = queue[2 * index] * factor
            samples[2 * index + 1] = queue[2 * index + 1] * factor
        }
    }

    /// Down at once, back slowly; the averages make a ramp of the step.
    private func follow(_ wanted: Float) {
        if wanted < gain {
            (gain, holdLeft) = (wanted, Self.hold)
        } else if wanted < 1, wanted <= gain + 0.03 * (1 - gain) {
            // The way back would reach it before this sample frame is out.
            holdLeft = Self.hold
        } else if holdLeft > 0 {
            holdLeft -= 1
        } else if gain < 1 {
            // The least step keeps it from standing still where the precision of a float ends.
            gain = min(wanted, 1, gain + max((1 - gain) * Self.release, 1e-6))
        }
        restless = gain < 1 ? Self.delay + 2 : max(0, restless - 1)
    }
}
