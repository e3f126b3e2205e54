import Platform
import Testing

@testable import Audio

/// Streams of one source on a simulated clock: constant values, so that whatever is missing or doubled shows.
@Suite struct RecordingSlotsTests {
    private final class Clock {
        let slots = RecordingSlots(name: "test", count: 3)
        /// What each slot's stream delivers now.
        var values: [Int: Float] = [:]
        private(set) var heard: [Float] = []
        private var quantum: Int64 = 0

        func run(quanta: Int) {
            var samples = [Float](repeating: 0, count: AudioFormat.quantumFloats)
            for _ in 0..<quanta {
                let now = AudioFormat.start(ofQuantum: quantum, after: MediaTime(nanoseconds: 5_000_000_000))
                for (slot, value) in values {
                    let block = [Float](repeating: value, count: AudioFormat.quantumFloats)
                    slots.slot(slot).followed.ring.write(block, sampleFrames: AudioFormat.quantumSampleFrames, capturedAt: now - .milliseconds(10))
                }
                slots.pull(now - .milliseconds(80), isCatchingUp: false, into: &samples)
                heard += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
                quantum += 1
            }
        }

        func start(_ slot: Int, _ value: Float) {
            slots.slot(slot).open()
            values[slot] = value
        }

        func end(_ slot: Int) {
            values[slot] = nil
            slots.closed(slot)
        }

        /// The largest step between two neighbours; a fade over 5 ms from 0.5 to nothing has 0.0032.
        func largestStep(from index: Int = 0) -> Float {
            zip(heard[index...], heard[index...].dropFirst()).reduce(0) { max($0, abs($1.0 - $1.1)) }
        }
    }

    @Test func streamsAreSummedAndFadeInAndOut() {
        let clock = Clock()
        clock.start(0, 0.5)
        clock.run(quanta: 30)
        #expect(abs(clock.heard.last! - 0.5) < 1e-4)
        clock.start(1, 0.25)
        clock.run(quanta: 30)
        #expect(abs(clock.heard.last! - 0.75) < 1e-4)
        clock.end(0)
        clock.run(quanta: 30)
        #expect(abs(clock.heard.last! - 0.25) < 1e-4)
        clock.end(1)
        clock.run(quanta: 30)
        #expect(clock.heard.last! == 0)
        #expect(clock.largestStep() < 0.0035)
    }

    @Test func aRetiringStreamIsHeardUntilAnotherIs() {
        let clock = Clock()
        clock.start(0, 0.5)
        clock.run(quanta: 30)
        let start = clock.heard.count
        clock.slots.retire(0, true)
        clock.run(quanta: 10)
        clock.start(1, 0.5)
        clock.run(quanta: 40)
        // Both fades add up to one: neither a hole nor a hump.
        #expect(clock.heard[start...].allSatisfy { abs($0 - 0.5) < 1e-3 })
        clock.end(0)
        clock.run(quanta: 20)
        #expect(clock.heard[start...].allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    @Test func aStreamThatRetiresNoMoreIsHeardAgain() {
        let clock = Clock()
        clock.start(0, 0.5)
        clock.run(quanta: 30)
        clock.slots.retire(0, true)
        clock.start(1, 0.25)
        clock.run(quanta: 30)
        #expect(abs(clock.heard.last! - 0.25) < 1e-3)
        clock.slots.retire(0, false)
        clock.end(1)
        clock.run(quanta: 30)
        #expect(abs(clock.heard.last! - 0.5) < 1e-3)
        #expect(clock.largestStep() < 0.0035)
    }

    @Test func silenceIsCountedWhenNothingIsHeard() {
        let clock = Clock()
        clock.run(quanta: 50)
        let status = AudioDeviceStatus(state: .absent, subject: "test", device: nil, error: nil)
        #expect(clock.slots.statistics(status).silence == .milliseconds(500))
        clock.start(0, 0.5)
        clock.run(quanta: 100)
        #expect(clock.slots.statistics(status).silence < .milliseconds(750))
    }
}
