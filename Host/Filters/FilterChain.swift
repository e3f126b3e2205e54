public import Frames
public import Picture
import Platform

/// The filters of one source, in the order in which they were added. Belongs to the thread that composes; nothing is locked.
///
/// What each step made is kept, so that only what changed passes through all of them. Where a filter takes too long or fails, the picture passes it
/// by from the next one on.
public final class FilterChain: LayerFilter {
    private let interval: Duration
    private let report: @Sendable (Int, FilterEvent) -> Void
    private var budget: FilterBudget
    private var plans: [FilterPlan] = []
    private var steps: [FilterStep] = []
    /// Filters that are passed by, and as which revision.
    private var passedBy: [Int: Int] = [:]
    /// All is to be made anew.
    private var isStale = true
    private var size = PixelSize(width: 0, height: 0)

    /// - Parameters:
    ///   - interval: between two pictures; half of it is what all filters of the source may take.
    ///   - report: gets a filter's number and what became of it; must not wait.
    public init(interval: Duration, report: @escaping @Sendable (Int, FilterEvent) -> Void) {
        (self.interval, self.report, budget) = (interval, report, FilterBudget(interval: interval))
    }

    /// These filters from now on. One that is the same but for its values goes on without a seam.
    public func set(_ new: [FilterPlan]) {
        for plan in new where plans.first(where: { $0.id == plan.id })?.revision != plan.revision {
            if passedBy.removeValue(forKey: plan.id) != nil { plan.meter.state = .waiting }
            budget.forget(plan.id)
        }
        plans = new
        arrange()
    }

    /// Makes the steps what the filters are now, without those that are passed by.
    private func arrange() {
        var old = steps
        steps = plans.filter { passedBy[$0.id] == nil }.flatMap { plan in
            let works = plan.works
            // Its settings change nothing.
            if works.isEmpty { plan.meter.state = .working }
            return works.map { work in
                if let index = old.firstIndex(where: { $0.id == plan.id && $0.change(to: work) }) { return old.remove(at: index) }
                return FilterStep(plan.id, work)
            }
        }
        isStale = true
    }

    private func pass(_ id: Int, by event: FilterEvent) {
        guard let plan = plans.first(where: { $0.id == id }) else { return }
        passedBy[id] = plan.revision
        plan.meter.state = event == .failed ? .failed : .bypassed
        budget.forget(id)
        arrange()
        report(id, event)
    }

    // MARK: Pictures

    public var hasMatte: Bool { steps.contains(where: \.hasMatte) }

    public func filter(_ picture: I420View, changed: Damage?, into filtered: I420View, matte: Matte?) -> Damage? {
        while true {
            let isWhole = isStale || changed == nil || size != picture.size
            (isStale, size) = (false, picture.size)
            var damage = isWhole ? Damage(PixelRectangle(of: size)) : changed ?? Damage()
            guard let failed = run(picture, &damage, into: filtered, matte: matte) else {
                let isAll = isWhole || damage.count == 1 && damage[0] == PixelRectangle(of: size)
                return isAll ? nil : damage
            }
            pass(failed, by: .failed)
        }
    }

    /// - Parameter damage: of the picture; of what is made of it, afterwards.
    /// - Returns: the filter that failed.
    private func run(_ picture: I420View, _ damage: inout Damage, into filtered: I420View, matte: Matte?) -> Int? {
        guard let last = steps.last else {
            filtered.copy(from: picture, changed: damage)
            return nil
        }
        var current = picture
        var (taken, late): ([(id: Int, time: Duration)], Set<Int>) = ([], [])
        let deadline = MediaTime.now() + interval / 2
        for step in steps {
            damage = step.reach.map { damage.widened(by: $0, within: size) } ?? Damage(PixelRectangle(of: size))
            let target = step === last ? filtered : step.output(size)
            // Of a processor, since others may be in its way; of a program the time that was waited.
            let (begun, waited) = (Worker.processorTime, MediaTime.now())
            let isDone =
                step.hasMatte
                ? step.withMatte(target.lumaStrideBytes, size.height) { step.run(damage, of: current, into: target, matte: $0, until: deadline) }
                : step.run(damage, of: current, into: target, matte: nil, until: deadline)
            guard isDone else { return step.id }
            current = target
            guard step.isCounted else { continue }
            let time = if case .program = step.work { MediaTime.now() - waited } else { Worker.processorTime - begun - step.preparing }
            if step.isLate { late.insert(step.id) }
            if taken.last?.id == step.id { taken[taken.count - 1].time += time } else { taken.append((step.id, time)) }
        }
        if let matte { join(into: matte) }
        note(taken, late)
        return nil
    }

    /// What all keys leave.
    private func join(into matte: Matte) {
        matte.fill(size: size)
        for step in steps where step.hasMatte { step.withMatte(matte.strideBytes, size.height) { matte.multiply(by: $0, size: size) } }
    }

    private func note(_ taken: [(id: Int, time: Duration)], _ late: Set<Int>) {
        let slow = budget.note(taken, late: late)
        for (id, _) in taken {
            guard let meter = plans.first(where: { $0.id == id })?.meter else { continue }
            meter.note(mean: budget.mean(of: id), isLonger: budget.isLonger(id))
            if meter.state == .waiting { meter.state = .working }
        }
        if let slow { pass(slow.id, by: .tooSlow(perPicture: slow.time, share: budget.share, isLonger: budget.isLonger(slow.id))) }
    }
}

extension Damage {
    /// Even parts, wider by so many pixels.
    fileprivate func widened(by reach: Int, within size: PixelSize) -> Damage {
        var widened = Damage()
        for index in 0..<count {
            let part = self[index]
            let wide = PixelRectangle(x: part.x - reach, y: part.y - reach, width: part.width + 2 * reach, height: part.height + 2 * reach)
                .intersection(PixelRectangle(of: size))
            widened.add(wide.isEmpty ? wide : wide.widenedToEven)
        }
        return widened
    }
}
