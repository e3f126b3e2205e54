import Fixtures
import Glibc
import Platform

@testable import Audio

/// An audio device and a mixer on one simulated clock: a tone of exactly 1 kHz, sampled by a device whose own clock is off,
/// arriving in blocks of 10 ms, pulled every 10 ms. No threads, no waiting.
final class SimulatedDevice {
    let source = FollowedSource(name: "simulated")
    var ppm = 0.0
    var jitterMilliseconds = 0.0
    /// Of the tone at the start of the clock, in radians; not 0, so that a missing fade is heard.
    var phase = 1.0
    /// Added to the capture times from now on.
    var shift: Duration = .zero
    /// How long after its end a block arrives.
    var arrivalDelay: Duration = .zero
    var isDelivering = true
    /// So many blocks are handed out at once, when the last of them is full.
    var blocksAtOnce = 1
    private(set) var heard: [Float] = []

    private var random = SeededRandom(seed: 7)
    private var block = 0
    private var quantum: Int64 = 0
    private static let start = MediaTime(nanoseconds: 5_000_000_000)
    private static let delay = MixerSettings().delay

    private var rate: Double { 48_000 * (1 + ppm * 1e-6) }

    /// Lets `seconds` pass.
    func run(seconds: Double) {
        var samples = [Float](repeating: 0, count: AudioFormat.quantumFloats)
        for _ in 0..<Int((seconds * 100).rounded()) {
            let clock = AudioFormat.start(ofQuantum: quantum, after: Self.start)
            while blockEnd() + arrivalDelay <= clock { for _ in 0..<blocksAtOnce { deliver() } }
            source.pull(clock - Self.delay, isCatchingUp: false, into: &samples)
            for index in 0..<AudioFormat.quantumSampleFrames { heard.append(samples[2 * index]) }
            quantum += 1
        }
    }

    private func time(ofPosition position: Int) -> MediaTime { Self.start + .nanoseconds(Int64(Double(position) / rate * 1e9)) }
    private func blockEnd() -> MediaTime { time(ofPosition: (block + blocksAtOnce) * 480) }

    private func deliver() {
        let first = block * 480
        block += 1
        guard isDelivering else { return }
        let samples = (first..<(first + 480)).flatMap { position -> [Float] in
            let value = Float(0.1 * sin(2 * Double.pi * 1000 * Double(position) / rate + phase))
            return [value, value]
        }
        let jitter = Duration.nanoseconds(Int64(Double.random(in: -1...1, using: &random) * jitterMilliseconds * 1e6))
        source.ring.write(samples, sampleFrames: 480, capturedAt: time(ofPosition: first) + shift + jitter)
    }

    /// Gives audio that is still to be played, all at once, as sinks do whose monitor has just been opened: nothing tells it from
    /// audio that was captured just before. It is ten times as loud as the tone.
    func deliverAhead(blocks: Int) {
        let now = AudioFormat.start(ofQuantum: quantum, after: Self.start)
        for index in 0..<blocks {
            source.ring.write(
                [Float](repeating: 1, count: AudioFormat.quantumFloats), sampleFrames: 480, capturedAt: now - .milliseconds(10 * (blocks - index)))
            block += 1
        }
    }

    /// The largest step between two neighbours from `index` on; 0.0131 for the tone itself.
    func largestStep(from index: Int = 0) -> Float {
        zip(heard[index...], heard[index...].dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
}
