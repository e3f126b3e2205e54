import Events
import Frames
import Platform
import RateControl

/// Sheds load when the machine cannot encode as many frames as it should, at the least effort: half of them, then a quarter, then, where that is
/// allowed, half of the picture's sides; and back when there is time for more again. A return that failed makes the next one later. A value, fed
/// several times a second with counters that only grow.
struct LoadShedding: Sendable {
    private struct Step {
        let framesPerSecond: FrameRate
        var sizePercent = 100
    }

    /// What each step leaves.
    private let steps: [Step]
    private var step = 0
    private var watch: OverloadWatch
    private var since: MediaTime?
    private var returned: MediaTime?
    private var wait = Self.shortestWait
    private var isOverloaded = false

    private static let shortestWait: Duration = .seconds(10)
    private static let longestWait: Duration = .seconds(160)
    /// A return is a failure when it lasted less.
    private static let proof: Duration = .seconds(20)

    /// - Parameter framesPerSecond: 1...240, when nothing is shed.
    init(framesPerSecond: FrameRate, mayLowerSize: Bool = false) {
        let rates = [framesPerSecond] + FrameRateSteps.below(framesPerSecond)
        steps = rates.map { Step(framesPerSecond: $0) } + (mayLowerSize ? [Step(framesPerSecond: rates.last!, sizePercent: 50)] : [])
        watch = OverloadWatch(framesPerSecond: framesPerSecond)
    }

    var mostFramesPerSecond: FrameRate { steps[step].framesPerSecond }
    /// Of the canvas's sides.
    var sizePercent: Int { steps[step].sizePercent }
    /// Everything goes out, and the machine was not called too slow.
    var isIdle: Bool { step == 0 && !isOverloaded }
    /// Nothing is left out.
    var isWhole: Bool { step == 0 }

    /// What was seen so far was seen at another effort.
    mutating func forget() { if isIdle { watch = OverloadWatch(framesPerSecond: mostFramesPerSecond) } }

    /// - Parameters:
    ///   - pictures: encoded so far.
    ///   - busy: what they took, all together.
    ///   - canvas: the whole picture's size.
    mutating func changes(pictures: UInt64, busy: Duration, canvas: PixelSize, at now: MediaTime) -> [EncoderEvent] {
        let changes = watch.changes(pictures: pictures, busy: busy, at: now)
        if case .overloaded = changes {
            isOverloaded = true
            var all = [changes!]
            if step + 1 < steps.count {
                let isFailedReturn = returned.map { now - $0 < Self.proof } ?? false
                wait = isFailedReturn ? min(wait * 2, Self.longestWait) : Self.shortestWait
                all.append(.loadShed(move(to: step + 1, canvas, at: now), .overload))
            }
            return all
        }
        if case .recovered = changes, step == 0 { isOverloaded = false }
        guard step > 0, let since, now - since >= wait, let time = watch.timePerPicture, need(time) < OverloadWatch.relief
        else { return changes.map { [$0] } ?? [] }
        let restored = move(to: step - 1, canvas, at: now)
        returned = now
        guard step == 0 else { return [.loadRestored(restored)] }
        isOverloaded = false
        return [.recovered(perPicture: time), .loadRestored(restored)]
    }

    /// Of the time, what pictures would take one step up.
    private func need(_ time: Duration) -> Double {
        let above = steps[step - 1]
        let area = above.sizePercent == sizePercent ? 1 : Double(above.sizePercent * above.sizePercent) / Double(sizePercent * sizePercent)
        return time.inSeconds * above.framesPerSecond.perSecond * area
    }

    /// - Returns: what has changed by it.
    private mutating func move(to step: Int, _ canvas: PixelSize, at now: MediaTime) -> EncoderEvent.Step {
        let isSize = steps[step].sizePercent != sizePercent
        (self.step, since) = (step, now)
        watch = OverloadWatch(framesPerSecond: mostFramesPerSecond)
        return isSize ? .size(sizePercent == 100 ? canvas : canvas.reduced(toPercent: sizePercent)) : .frameRate(mostFramesPerSecond)
    }
}
