import Platform
import Synchronization

@testable import Audio

/// Records what a mixer delivers: left channel, right channel, timestamps.
final class MixRecording: Sendable {
    struct Recorded {
        var left: [Float] = []
        var right: [Float] = []
        var times: [MediaTime] = []
    }

    private let recorded = Mutex(Recorded())

    func receive(_ samples: UnsafePointer<Float>, _ time: MediaTime) {
        recorded.withLock { recorded in
            for index in 0..<AudioFormat.quantumSampleFrames {
                recorded.left.append(samples[2 * index])
                recorded.right.append(samples[2 * index + 1])
            }
            recorded.times.append(time)
        }
    }

    var quanta: Int { recorded.withLock { $0.times.count } }
    var all: Recorded { recorded.withLock { $0 } }

    /// The last `seconds` of the left channel.
    func tail(seconds: Double) -> [Float] { recorded.withLock { Array($0.left.suffix(Int(seconds * 48_000))) } }

    /// Peak of the last `quanta` quanta.
    func recentPeak(quanta: Int = 5) -> Float {
        recorded.withLock { $0.left.suffix(quanta * AudioFormat.quantumSampleFrames).reduce(0) { max($0, abs($1)) } }
    }

    /// Every timestamp is exactly 10 ms after the one before.
    var isRegular: Bool {
        recorded.withLock { recorded in
            zip(recorded.times, recorded.times.dropFirst()).allSatisfy { ($1 - $0) == .milliseconds(10) }
        }
    }
}
