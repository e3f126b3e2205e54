import Platform
import Testing

@testable import WlrootsCapture

@Suite struct CopyCycleTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000)

    /// Memory is attached, and the looks of the next copy are known.
    private func offered() -> CopyCycle {
        var cycle = CopyCycle()
        _ = cycle.attached()
        _ = cycle.offered(fits: true)
        return cycle
    }

    private func expectWholeCopy(_ cycle: inout CopyCycle) {
        let isWhole = cycle.ready()
        #expect(isWhole)
    }

    /// None is ready, or one that has been reported.
    private func expectNoWholeCopy(_ cycle: inout CopyCycle) {
        let isWhole = cycle.ready()
        #expect(!isWhole)
    }

    @Test func aCopyIsAskedForAtOnceAndMadeWhenASlotIsLent() {
        var cycle = CopyCycle()
        #expect(cycle.attached() == .ask(anew: true))
        #expect(cycle.offered(fits: true) == .none)
        #expect(cycle.lend(2) == .copy(slot: 2, afterChange: false))
        #expect(cycle.nextTime == nil)
    }

    @Test func aSlotThatIsLentFirstWaitsForTheLooks() {
        var cycle = CopyCycle()
        _ = cycle.attached()
        #expect(cycle.lend(0) == .none)
        #expect(cycle.offered(fits: true) == .copy(slot: 0, afterChange: false))
    }

    /// A still screen costs nothing, and yet is seen at once.
    @Test func theFirstCopyIsMadeAtOnceAndEachLaterOneAfterAChange() {
        var cycle = offered()
        _ = cycle.lend(0)
        expectWholeCopy(&cycle)
        #expect(cycle.wake(at: start) == .ask(anew: false))
        #expect(cycle.offered(fits: true) == .none)
        #expect(cycle.lend(1) == .copy(slot: 1, afterChange: true))
        expectNoWholeCopy(&cycle)
    }

    @Test func nothingIsCopiedIntoMemoryOfOtherLooks() {
        var cycle = CopyCycle()
        _ = cycle.attached()
        _ = cycle.lend(0)
        #expect(cycle.offered(fits: false) == .none)
        #expect(cycle.attached() == .ask(anew: true))
        #expect(cycle.offered(fits: true) == .none)
        #expect(cycle.lend(0) == .copy(slot: 0, afterChange: false))
    }

    @Test func aSlotTakenBackIsNotCopiedInto() {
        var cycle = offered()
        _ = cycle.lend(0)
        #expect(cycle.takeBack() == .ask(anew: true))
        expectNoWholeCopy(&cycle)
        #expect(cycle.offered(fits: true) == .none)
        #expect(cycle.takeBack() == .none)
    }

    /// What was to be reported as a whole has not been reported.
    @Test func aWholeCopyThatWasTakenBackIsMadeUpFor() {
        var cycle = offered()
        _ = cycle.lend(0)
        _ = cycle.takeBack()
        _ = cycle.offered(fits: true)
        #expect(cycle.lend(1) == .copy(slot: 1, afterChange: false))
        expectWholeCopy(&cycle)
        _ = cycle.wake(at: start)
        _ = cycle.offered(fits: true)
        _ = cycle.lend(2)
        #expect(cycle.takeBack() == .ask(anew: false))
        _ = cycle.offered(fits: true)
        #expect(cycle.lend(2) == .copy(slot: 2, afterChange: true))
    }

    @Test func aChangeBegetsAWholeCopyIntoTheSlotThatIsLent() {
        var cycle = offered()
        _ = cycle.lend(0)
        _ = cycle.ready()
        _ = cycle.wake(at: start)
        _ = cycle.offered(fits: true)
        _ = cycle.lend(1)
        #expect(cycle.changed() == .ask(anew: true))
        expectNoWholeCopy(&cycle)
        #expect(cycle.offered(fits: true) == .copy(slot: 1, afterChange: false))
        expectWholeCopy(&cycle)
    }

    @Test func aScreenThatIsOffIsAskedLessAndLessOften() {
        var cycle = offered()
        _ = cycle.lend(0)
        var now = start
        var rests: [Duration] = []
        for _ in 0..<8 {
            cycle.failed(at: now)
            let next = cycle.nextTime!
            #expect(cycle.wake(at: next - .nanoseconds(1)) == .none)
            #expect(cycle.wake(at: next) == .ask(anew: true))
            rests.append(next - now)
            now = next
        }
        #expect(rests.first == CopyCycle.shortestRest && rests.last == CopyCycle.longestRest)
        #expect(rests == rests.sorted())
        // It is on again: the slot is still lent, and the rests begin anew.
        #expect(cycle.offered(fits: true) == .copy(slot: 0, afterChange: false))
        expectWholeCopy(&cycle)
        _ = cycle.wake(at: now)
        cycle.failed(at: now)
        #expect(cycle.nextTime == now + CopyCycle.shortestRest)
    }
}
