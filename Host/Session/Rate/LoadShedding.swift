import Events
import Platform
import RateControl

/// Sheds load when the machine cannot encode as many frames as it should: half of them, then a quarter, and back when there is
/// time for more again. A return that failed makes the next one later. A value, fed several times a second with counters that
/// only grow.
struct LoadShedding: Sendable {
    /// What each step leaves of the frames a second.
    private let steps: [Int]
    private var step = 0
    private var watch: OverloadWatch
    private var since: MediaTime?
    private var returned: MediaTime?
    private var wait = Self.shortestWait

    private static let shortestWait: Duration = .seconds(10)
    private static let longestWait: Duration = .seconds(160)
    /// A return is a failure when it lasted less.
    private static let proof: Duration = .seconds(20)

    /// - Parameter framesPerSecond: 1...240, when nothing is shed.
    init(framesPerSecond: Int) {
        steps = [framesPerSecond] + FrameRateSteps.below(framesPerSecond)
        watch = OverloadWatch(framesPerSecond: framesPerSecond)
    }

    var mostFramesPerSecond: Int { steps[step] }

    /// - Parameters:
    ///   - pictures: encoded so far.
    ///   - busy: what they took, all together.
    mutating func changes(pictures: UInt64, busy: Duration, at now: MediaTime) -> [EncoderEvent] {
        let changes = watch.changes(pictures: pictures, busy: busy, at: now)
        if case .overloaded = changes {
            var all = [changes!]
            if step + 1 < steps.count {
                let isFailedReturn = returned.map { now - $0 < Self.proof } ?? false
                wait = isFailedReturn ? min(wait * 2, Self.longestWait) : Self.shortestWait
                move(to: step + 1, at: now)
                all.append(.loadShed(.frameRate(mostFramesPerSecond), .overload))
            }
            return all
        }
        guard step > 0, let since, now - since >= wait, let time = watch.timePerPicture,
            time.inSeconds * Double(steps[step - 1]) < OverloadWatch.relief
        else { return changes.map { [$0] } ?? [] }
        move(to: step - 1, at: now)
        returned = now
        return (step == 0 ? [.recovered(perPicture: time)] : []) + [.loadRestored(.frameRate(mostFramesPerSecond))]
    }

    private mutating func move(to step: Int, at now: MediaTime) {
        (self.step, since) = (step, now)
        watch = OverloadWatch(framesPerSecond: steps[step])
    }
}
