import Testing

@testable import Codec

@Suite struct MotionQualityTests {
    private func note(_ count: Int, _ decibels: Double, share: Double = 1, in quality: inout MotionQuality) {
        for _ in 0..<count { quality.note(decibels: decibels, changedShare: share) }
    }

    @Test func motionThatIsGoodForASecondIsAmple() {
        var quality = MotionQuality()
        note(MotionQuality.span - 1, 48, in: &quality)
        #expect(!quality.isAmple)
        note(1, 48, in: &quality)
        #expect(quality.isAmple)
        // As good as less work leaves it.
        note(1000, 45, in: &quality)
        #expect(quality.isAmple)
    }

    @Test func whatIsNotGoodEnoughIsNot() {
        var quality = MotionQuality()
        note(1000, 46, in: &quality)
        #expect(!quality.isAmple)
    }

    /// A page on which one types is sharp, whatever the search.
    @Test func littleThatChangesSaysNothing() {
        var quality = MotionQuality()
        note(1000, 55, share: 0.1, in: &quality)
        #expect(!quality.isAmple)
        note(MotionQuality.span, 55, in: &quality)
        note(1000, 30, share: 0.1, in: &quality)
        #expect(quality.isAmple)
    }

    @Test func anotherSceneEndsIt() {
        var quality = MotionQuality()
        note(MotionQuality.span, 55, in: &quality)
        note(1, 35, in: &quality)
        #expect(!quality.isAmple)
    }

    /// What does not last is tried more and more seldom, and at last about once a minute.
    @Test func aTrialThatFailsMakesTheNextOneLater() {
        var quality = MotionQuality()
        var waits: [Int] = []
        for _ in 0..<10 {
            var count = 0
            while !quality.isAmple, count < 10_000 {
                note(1, 48, in: &quality)
                count += 1
            }
            waits.append(count)
            while quality.isAmple { note(1, 42, in: &quality) }
        }
        #expect(waits == [30, 60, 120, 240, 480, 960, 1920, 1920, 1920, 1920])
    }
}
