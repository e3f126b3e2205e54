import Platform
import Testing

@testable import Session

/// Speaking into a microphone that is muted.
@Suite struct MutedSpeechTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    /// At which of these levels, one each 200 ms, it is told.
    private func told(_ levels: [Double], isMuted: Bool = true) -> [Int] {
        var speech = MutedSpeech()
        return levels.indices.filter { speech.hears(levels[$0], isMuted: isMuted, at: start + .milliseconds($0 * 200)) }
    }

    /// Syllables, and pauses between words.
    private func talk(_ seconds: Int, level: Double = -22) -> [Double] {
        (0..<seconds * 5).map { $0 % 5 == 4 ? -70 : level + Double($0 % 3) }
    }

    @Test func aSecondOfSpeechIsToldOnceAMinute() {
        let all = told([-70, -70] + talk(150))
        #expect(all.first.map { (5...14).contains($0) } == true && all.count == 3, "\(all)")
        for (one, next) in zip(all, all.dropFirst()) { #expect(next - one >= 300 && next - one < 320, "\(all)") }
    }

    @Test func whatIsNoSpeechIsNotTold() {
        #expect(told(Array(repeating: -20, count: 500)).isEmpty, "a fan, a hum")
        #expect(told((0..<500).map { -30 + Double($0 % 2) * 6 }).isEmpty, "noise that varies")
        #expect(told(talk(100, level: -45)).isEmpty, "somebody far away")
        #expect(told((0..<500).map { $0 % 25 < 2 ? -15 : -70 }).isEmpty, "coughs")
        #expect(told(talk(100), isMuted: false).isEmpty, "a microphone that is not muted")
    }

    @Test func whatWasSaidBeforeTheMuteDoesNotCount() {
        var speech = MutedSpeech()
        let levels = talk(4)
        for index in 0..<20 {
            let isTold = speech.hears(levels[index], isMuted: index >= 16, at: start + .milliseconds(index * 200))
            #expect(!isTold)
        }
    }

    @Test func readingsThatComeLateCountLittle() {
        var speech = MutedSpeech()
        let isTold = [-70.0, -20, -20].enumerated().map { speech.hears($1, isMuted: true, at: start + .seconds($0)) }
        #expect(isTold == [false, false, false])
    }
}
