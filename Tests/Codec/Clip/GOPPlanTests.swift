import Testing

@testable import Codec

/// Whole GOPs of whatever a clip has.
@Suite struct GOPPlanTests {
    @Test func aClipOf121PicturesIsCutOrFilledUp() {
        #expect(gopPlan(121, 60, trim: true) == GOPPlan(kept: 120, repeats: 0))
        #expect(gopPlan(121, 60, trim: false) == GOPPlan(kept: 121, repeats: 59))
        #expect(gopPlan(121, 60, trim: false)?.total == 180)
    }

    @Test func lessThanOneGOPIsFilledUpWhateverIsWanted() {
        for trim in [true, false] { #expect(gopPlan(1, 60, trim: trim) == GOPPlan(kept: 1, repeats: 59)) }
    }

    @Test func thereIsNoPlanForNothing() {
        #expect(gopPlan(0, 60, trim: true) == nil)
        #expect(gopPlan(-1, 60, trim: false) == nil)
        #expect(gopPlan(5, 0, trim: true) == nil)
    }

    @Test func everyPlanHasItsProperties() throws {
        for gop in [1, 2, 7, 25, 30, 59, 60, 480] {
            for count in 1...(gop * 3 + 2) {
                for trim in [true, false] {
                    let plan = try #require(gopPlan(count, gop, trim: trim))
                    #expect(plan.total > 0 && plan.total.isMultiple(of: gop))
                    #expect(plan.kept <= count && plan.kept > 0 && plan.repeats >= 0)
                    #expect(abs(plan.total - count) < gop)
                    if count.isMultiple(of: gop) { #expect(plan == GOPPlan(kept: count, repeats: 0)) }
                    // Nothing is both cut and filled up; trimming adds nothing to a whole GOP.
                    #expect(plan.kept == count || plan.repeats == 0)
                    if trim, count >= gop { #expect(plan.repeats == 0) } else { #expect(plan.kept == count) }
                }
            }
        }
    }
}
