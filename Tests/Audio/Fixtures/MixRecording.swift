import Platform
import AppGroup
import Synchronization

@testable import Audio

/// Takes what a mixer delivers: left channel, right channel, timestamps.
final class MixRecording: Sendable {
    struct Taken {
        var left: [Float] = []
        var right: [Float] = []
        var times: [MediaTime] = []
    }

    private let taken = Mutex(Taken())

    func take(_ samples: UnsafePointer<Float>, _ time: MediaTime) {
        taken.withLock { taken in
            for index in 0..<AudioFormat.quantumSampleFrames {
                taken.left.append(samples[2 * index])
                taken.right.append(samples[2 * index + 1])
            }
            taken.times.append(time)
        }
    }

    var quanta: Int { taken.withLock { $0.times.count } }
    var all: Taken { taken.withLock { $0 } }

    /// The last `seconds` of the left channel.
    func tail(seconds: Double) -> [Float] { taken.withLock { Array($0.left.suffix(Int(seconds * 48_000))) } }

    /// Peak of the last `quanta` quanta.
    func recentPeak(quanta: Int = 5) -> Float {
        taken.withLock { $0.left.suffix(quanta * AudioFormat.quantumSampleFrames).reduce(0) { max($0, abs($1)) } }
    }

    /// Every timestamp is exactly 10 ms after the one before.
    var isRegular: Bool {
        taken.withLock { taken in
            zip(taken.times, taken.times.dropFirst()).allSatisfy { ($1 - $0) == .milliseconds(10) }
        }
    }
}
