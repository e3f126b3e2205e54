import Testing

@testable import Audio

@Suite struct SourceLatenessTests {
    private static let quantum = Double(AudioFormat.quantumSampleFrames)

    private func late(by sampleFrames: Double, _ lateness: inout SourceLateness) {
        for _ in 0..<10 { lateness.miss(shortage: sampleFrames) }
    }

    @Test func aShortageThatPassesIsNotYieldedTo() {
        var lateness = SourceLateness()
        for _ in 0..<5 {
            for _ in 0..<9 { lateness.miss(shortage: 1000) }
            lateness.endShortage()
        }
        for _ in 0..<5 {
            for _ in 0..<9 { lateness.miss(shortage: 1000) }
            for _ in 0..<100 { lateness.play(spare: 0) }
        }
        #expect(lateness.sampleFrames == 0)
    }

    /// Every other quantum in time is half of the sound.
    @Test func whatIsLateAgainAndAgainIsYieldedTo() {
        var lateness = SourceLateness()
        for _ in 0..<10 {
            #expect(lateness.sampleFrames == 0)
            lateness.miss(shortage: 200)
            for _ in 0..<99 { lateness.play(spare: 0) }
        }
        #expect(lateness.sampleFrames == 200 + Self.quantum / 2)
    }

    @Test func whatIsNeededIsKept() {
        var lateness = SourceLateness()
        late(by: 4800, &lateness)
        let needed = lateness.sampleFrames
        #expect(needed == 4800 + Self.quantum / 2)
        for _ in 0..<100_000 { lateness.play(spare: Self.quantum) }
        #expect(lateness.sampleFrames == needed)
    }

    @Test func whatWasNotNeededForAWhileIsGivenUp() {
        var lateness = SourceLateness()
        late(by: 4800, &lateness)
        for _ in 0..<1999 { lateness.play(spare: 9600) }
        #expect(lateness.sampleFrames > 0)
        lateness.play(spare: 9600)
        #expect(lateness.sampleFrames == 0)
    }

    @Test func oneMomentOfNeedInAWhileKeepsWhatItNeeded() {
        var lateness = SourceLateness()
        late(by: 9600, &lateness)
        for index in 0..<2000 { lateness.play(spare: index == 1000 ? 4800 : 19_200) }
        // 4800 were never needed; 15 ms of them are kept.
        #expect(lateness.sampleFrames == 9600 + Self.quantum / 2 - 4800 + 1.5 * Self.quantum)
    }

    @Test func whatIsTooShortToBeSeenIsNoReasonToJump() {
        var lateness = SourceLateness()
        late(by: 2400, &lateness)
        for _ in 0..<100_000 { lateness.play(spare: 19_200) }
        #expect(lateness.sampleFrames == 2400 + Self.quantum / 2)
    }

    /// A source that comes in bursts a minute apart is not cut off each minute.
    @Test func whatWasGivenUpInVainIsTriedLessOften() {
        var lateness = SourceLateness()
        var shortages = 0
        for quantum in 0..<1_080_000 {
            if quantum.isMultiple(of: 6000), lateness.sampleFrames == 0 {
                late(by: 4800, &lateness)
                shortages += 1
            }
            lateness.play(spare: 9600)
        }
        #expect(shortages <= 10)
    }
}
