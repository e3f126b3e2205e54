import Platform
import Synchronization

/// A ring of captured samples, read on the mixer's clock: follows the device's clock by resampling, repairs jumps and holes
/// without a click, and turns absence into silence.
///
/// The ring is written by the thread that captures. `pull` belongs to the mixer's thread; `figures` may be read from any.
final class FollowedSource: AudioSource, @unchecked Sendable {
    // @unchecked: everything but `ring` and `figures` belongs to the mixer's thread.
    let name: String
    let ring: SampleRing
    let figures = FollowingFigures()

    /// Blocks lie where their times say, to the microsecond: each is evidence by itself.
    private let hasExactTimes: Bool

    private static let quantum = AudioFormat.quantumSampleFrames
    /// Length of fades: 5 ms.
    private static let fade = 240
    /// The resampler may deviate by this much, 9 cents, to correct its position.
    private static let largestDeviation = 0.005
    /// The follower's line only bends: what is wrong by more is a step of the device (it lost or repeated audio), and better gone
    /// to at once than by seconds of changed pitch. In sample frames; 2 ms.
    private static let largestError = 96.0
    /// Share of a position error that is corrected in one quantum: a time constant of 2 s, which keeps what jitter the
    /// follower lets through from becoming audible.
    private static let correction = 0.005

    // --- the mixer's thread ---
    private var follower = ClockFollower()
    private let history = SampleHistory()
    private let old: UnsafeMutablePointer<Float>
    /// Where the next sample frame is read; meaningful while playing.
    private var position = 0.0
    private(set) var isPlaying = false
    private var lateness = SourceLateness()
    private var arrival = SourceArrival()
    private var dropped = 0
    private var quantaSinceBlock = Int.max / 2
    /// Between the last two arrivals.
    private var quantaBetweenBlocks = 0
    /// What has not come for so long, and for longer than the last time, does not flow; a ring full is the longest block.
    private static let leastPause = 10
    private static let longestBlock = 70
    private var lastLeft: Float = 0
    private var lastRight: Float = 0

    init(name: String, ring: SampleRing = SampleRing(), hasExactTimes: Bool = false) {
        (self.name, self.hasExactTimes) = (name, hasExactTimes)
        self.ring = ring
        old = .allocate(capacity: Self.fade * AudioFormat.channels)
        old.initialize(repeating: 0, count: Self.fade * AudioFormat.channels)
        _ = SincTable.shared  // made here, not on the mixer's thread
    }

    deinit { old.deallocate() }

    func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        let (added, oldest) = readArrivals()
        if isCatchingUp {
            fallSilent(after: 0, in: samples)
        } else if isPlaying {
            play(time, into: samples)
        } else {
            begin(time, into: samples)
        }
        // While the mixer makes up for time, nothing is heard of anything.
        if !isCatchingUp { arrival.note(added: added, age: oldest.map { time - $0 } ?? .zero, isHeard: isPlaying) }
        lastLeft = samples[2 * Self.quantum - 2]
        lastRight = samples[2 * Self.quantum - 1]
        figures.publish(
            rate: follower.isSettled ? follower.averageRate : 1, latenessSampleFrames: lateness.sampleFrames, tooLateBy: arrival.tooLateBy)
    }

    /// Another device delivers from now on.
    func forgetArrival() { arrival = SourceArrival() }

    /// - Returns: how many sample frames came, those included that found no room, and when the oldest was captured.
    private func readArrivals() -> (added: Int, oldest: MediaTime?) {
        quantaSinceBlock = min(quantaSinceBlock + 1, 1_000_000)
        let restarts = follower.restarts
        var (oldest, newest): (SampleBlock?, SampleBlock?)
        var added = ring.droppedSampleFrames - dropped
        dropped += added
        while let block = ring.dequeueBlock({ history.append($0) }) {
            if oldest == nil { oldest = block }
            newest = block
            added += block.sampleFrames
            if hasExactTimes { follower.observe(position: block.position, at: block.capturedAt) }
        }
        if newest != nil { (quantaBetweenBlocks, quantaSinceBlock) = (min(quantaSinceBlock, Self.longestBlock), 0) }
        if let newest, !hasExactTimes {
            // What comes at once says the same thing many times. A source that starts may give a quarter of a second of what it
            // has still to play: taken for 25 arrivals, it would settle the clock on a time that is wrong by as much.
            follower.observe(position: newest.position, at: newest.capturedAt)
        }
        // After a jump, which another device also is, what was late may be prompt.
        if follower.restarts != restarts { lateness = SourceLateness() }
        return (added, oldest?.capturedAt)
    }

    /// Where reading should stand for the given moment, when all that is known is taken into account.
    private func target(_ time: MediaTime) -> Double { follower.position(at: time) - lateness.sampleFrames }

    private func play(_ time: MediaTime, into samples: UnsafeMutablePointer<Float>) {
        let error = target(time) - position
        if abs(error) > Self.largestError { return resync(time, into: samples) }
        let step = self.step(correcting: error)
        guard history.holds(from: position, to: position + step * Double(Self.quantum - 1)) else {
            return runDry(from: position, step: step, into: samples)
        }
        history.interpolate(from: position, step: step, sampleFrames: Self.quantum, into: samples)
        position += step * Double(Self.quantum)
        lateness.play(spare: Double(history.end) - Double(SincTable.taps / 2 + 1) - position)
    }

    private func step(correcting error: Double) -> Double {
        let wanted = follower.rate + error * Self.correction / Double(Self.quantum)
        return min(max(wanted, 1 - Self.largestDeviation), 1 + Self.largestDeviation)
    }

    /// Starts from silence, once there is something to play at the position that the clock asks for.
    private func begin(_ time: MediaTime, into samples: UnsafeMutablePointer<Float>) {
        if follower.isSettled, abs(follower.recentErrorSeconds) > 0.020 { follower.forgetOffset() }
        guard follower.isSettled, quantaSinceBlock < max(Self.leastPause, quantaBetweenBlocks + 2) else {
            lateness.endShortage()
            return fallSilent(after: 0, in: samples)
        }
        let wanted = target(time)
        let last = wanted + follower.rate * Double(Self.quantum - 1)
        guard history.holds(from: wanted, to: last) else {
            lateness.miss(shortage: shortage(at: last))
            return fallSilent(after: 0, in: samples)
        }
        isPlaying = true
        position = wanted
        let step = self.step(correcting: 0)
        history.interpolate(from: position, step: step, sampleFrames: Self.quantum, into: samples)
        position += step * Double(Self.quantum)
        fadeIn(samples, over: nil)
    }

    /// The position is wrong by far: goes to the right one under a cross-fade.
    private func resync(_ time: MediaTime, into samples: UnsafeMutablePointer<Float>) {
        let step = self.step(correcting: 0)
        let wanted = target(time)
        guard history.holds(from: wanted, to: wanted + step * Double(Self.quantum - 1)) else {
            return runDry(from: wanted, step: step, into: samples)
        }
        figures.countResync()
        history.interpolate(from: wanted, step: step, sampleFrames: Self.quantum, into: samples)
        if history.holds(from: position, to: position + step * Double(Self.fade - 1)) {
            history.interpolate(from: position, step: step, sampleFrames: Self.fade, into: old)
            fadeIn(samples, over: old)
        } else {
            fadeIn(samples, over: nil)
        }
        position = wanted + step * Double(Self.quantum)
    }

    /// Sample frames that have still to come before `last` can be read.
    private func shortage(at last: Double) -> Double { last + Double(SincTable.taps / 2 + 1) - Double(history.end) }

    /// Plays what is left, then falls silent.
    ///
    /// - Parameter wanted: where it should have been read.
    private func runDry(from wanted: Double, step: Double, into samples: UnsafeMutablePointer<Float>) {
        lateness.miss(shortage: shortage(at: wanted + step * Double(Self.quantum - 1)))
        let left = (Double(history.end) - Double(SincTable.taps / 2 + 1) - position) / step
        // Room for a whole fade: one cut short by the quantum's end would click. And audio to be faded, where there is some.
        let count = min(Self.quantum, max(Self.fade, Int(clamping: left))) - Self.fade
        if count > 0, history.holds(from: position, to: position + step * Double(count - 1)) {
            history.interpolate(from: position, step: step, sampleFrames: count, into: samples)
            fallSilent(after: count, in: samples, step: step)
        } else {
            fallSilent(after: 0, in: samples, step: step)
        }
        figures.countUnderrun()
    }

    /// Lets the audio die away from `count` on, and writes zeros after it.
    private func fallSilent(after count: Int, in samples: UnsafeMutablePointer<Float>, step: Double = 1) {
        let left = count > 0 ? samples[2 * count - 2] : lastLeft
        let right = count > 0 ? samples[2 * count - 1] : lastRight
        let length = Self.quantum - count
        samples.advanced(by: 2 * count).update(repeating: 0, count: 2 * length)
        if left != 0 || right != 0 {
            // What is left of the quantum, 5 ms at most: nothing is carried into the next one.
            let fading = min(Self.fade, length)
            carryOn(from: position + step * Double(count), step: step, sampleFrames: fading, left, right)
            for index in 0..<fading {
                let weight = Fade.down(index, of: fading)
                samples[2 * (count + index)] = old[2 * index] * weight
                samples[2 * (count + index) + 1] = old[2 * index + 1] * weight
            }
        }
        isPlaying = false
        figures.count(silentSampleFrames: length)
    }

    /// Writes to `old` what the audio may go on with after its last sample frame, `left` and `right`: itself, if there is more of
    /// it; else its reflection in that point, which has neither a step nor a corner there, as holding the value would.
    private func carryOn(from start: Double, step: Double, sampleFrames: Int, _ left: Float, _ right: Float) {
        if isPlaying, history.holds(from: start, to: start + step * Double(sampleFrames - 1)) {
            return history.interpolate(from: start, step: step, sampleFrames: sampleFrames, into: old)
        }
        let before = start - 2 * step
        guard isPlaying, history.holds(from: before - step * Double(sampleFrames - 1), to: before) else {
            for index in 0..<sampleFrames { (old[2 * index], old[2 * index + 1]) = (left, right) }
            return
        }
        history.interpolate(from: before, step: -step, sampleFrames: sampleFrames, into: old)
        for index in 0..<sampleFrames {
            old[2 * index] = 2 * left - old[2 * index]
            old[2 * index + 1] = 2 * right - old[2 * index + 1]
        }
    }

    /// Fades the first 5 ms in, over `before` or over the last value heard.
    private func fadeIn(_ samples: UnsafeMutablePointer<Float>, over before: UnsafeMutablePointer<Float>?) {
        for index in 0..<Self.fade {
            let weight = Fade.down(index, of: Self.fade)
            let (left, right) = before.map { ($0[2 * index], $0[2 * index + 1]) } ?? (lastLeft, lastRight)
            samples[2 * index] = samples[2 * index] * (1 - weight) + left * weight
            samples[2 * index + 1] = samples[2 * index + 1] * (1 - weight) + right * weight
        }
    }
}
