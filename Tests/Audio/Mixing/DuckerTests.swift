import Fixtures
import Glibc
import Testing

@testable import Audio

@Suite struct DuckerTests {
    private func power(_ decibels: Double) -> Float { Float(pow(10, decibels / 10)) }
    private func decibels(_ gain: Float) -> Double { 20 * log10(Double(gain)) }

    /// Gains at the ends of the quanta.
    private func run(_ ducker: inout Ducker, _ level: Double, quanta: Int, depth: Float = 12) -> [Float] {
        (0..<quanta).map { _ in ducker.step(speechPower: power(level), depthDecibels: depth).end }
    }

    @Test func speechLowersTheBackgroundWithinAFifthOfASecondAndSilenceBringsItBack() {
        var ducker = Ducker()
        #expect(run(&ducker, -80, quanta: 300).allSatisfy { $0 == 1 })
        let down = run(&ducker, -25, quanta: 25)
        #expect(abs(decibels(down.last!) + 12) < 0.1)
        #expect(down[1] == 1)
        let after = run(&ducker, -80, quanta: 250)
        #expect(abs(decibels(after[50]) + 12) < 0.1)
        #expect(after[120] > down.last! && after[120] < 1)
        #expect(after[210] == 1)
    }

    @Test func pausesBetweenWordsAreRiddenOver() {
        var ducker = Ducker()
        _ = run(&ducker, -80, quanta: 300)
        _ = run(&ducker, -25, quanta: 30)
        for _ in 0..<10 {
            #expect(run(&ducker, -70, quanta: 40).allSatisfy { abs(decibels($0) + 12) < 0.1 })
            #expect(run(&ducker, -25, quanta: 20).allSatisfy { abs(decibels($0) + 12) < 0.1 })
        }
    }

    @Test func aSteadyNoiseIsNotSpeech() {
        var ducker = Ducker()
        _ = run(&ducker, -30, quanta: 600)
        #expect(run(&ducker, -30, quanta: 100).allSatisfy { $0 == 1 })
        // Speech above it is.
        #expect(run(&ducker, -12, quanta: 40).last! < 0.3)
    }

    @Test func aClickIsNotSpeech() {
        var ducker = Ducker()
        _ = run(&ducker, -80, quanta: 300)
        #expect(run(&ducker, -30, quanta: 1).last == 1)
        #expect(run(&ducker, -80, quanta: 100).allSatisfy { $0 == 1 })
    }

    @Test func everyQuantumBeginsWhereTheLastOneEndedAndMovesLittle() {
        var ducker = Ducker()
        var random = SeededRandom(seed: 2)
        var last: Float = 1
        for _ in 0..<3000 {
            let level = Bool.random(using: &random) ? -20.0 : -70
            let depth: Float = Int.random(in: 0..<300, using: &random) == 0 ? 0 : 20
            let step = ducker.step(speechPower: power(level), depthDecibels: depth)
            #expect(step.start == last)
            #expect(abs(step.end - step.start) < 0.12)
            #expect(step.end > 0.09 && step.end <= 1)
            last = step.end
        }
    }

    @Test func ofNoDepthItDoesNothing() {
        var ducker = Ducker()
        #expect(run(&ducker, -20, quanta: 200, depth: 0).allSatisfy { $0 == 1 })
        #expect(ducker.step(speechPower: .nan, depthDecibels: 0).end == 1)
    }
}
