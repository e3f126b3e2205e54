import Testing

@testable import Codec

@Suite struct SearchTrialTests {
    /// Of a stream that has begun.
    private func begun() -> SearchTrial {
        var trial = SearchTrial()
        note(SearchTrial.leadIn, 45, in: &trial)
        return trial
    }

    private func note(_ count: Int, _ decibels: Double, in trial: inout SearchTrial) {
        for _ in 0..<count { trial.note(decibels: decibels) }
    }

    @Test func aSearchThatCostsNothingStays() {
        var trial = begun()
        note(SearchTrial.span - 1, 38, in: &trial)
        #expect(!trial.isEased)
        note(1, 38, in: &trial)
        #expect(trial.isEased)
        note(SearchTrial.span, 37.95, in: &trial)
        // The scene gets somewhat harder later on.
        note(1000, 37, in: &trial)
        #expect(trial.isEased)
    }

    @Test func aSearchThatCostsQualityIsGivenUpAndTriedMoreSeldom() {
        var trial = begun()
        var waits: [Int] = []
        for _ in 0..<9 {
            var count = 0
            while !trial.isEased, count < 10_000 {
                note(1, 38, in: &trial)
                count += 1
            }
            waits.append(count)
            note(SearchTrial.span - 1, 37.9, in: &trial)
            #expect(trial.isEased)
            note(1, 37.9, in: &trial)
            #expect(!trial.isEased)
        }
        #expect(waits == [60, 120, 240, 480, 960, 1920, 3840, 3840, 3840])
    }

    @Test func onePictureThatIsFarWorseEndsIt() {
        var trial = begun()
        note(SearchTrial.span, 38, in: &trial)
        note(1, 32, in: &trial)
        #expect(!trial.isEased)
        note(2 * SearchTrial.span, 38, in: &trial)
        note(SearchTrial.span, 38, in: &trial)
        note(1, 32, in: &trial)
        #expect(!trial.isEased)
    }

    @Test func qualityThatFallsSlowlyEndsIt() {
        var trial = begun()
        note(2 * SearchTrial.span, 38, in: &trial)
        note(SearchTrial.span, 36.4, in: &trial)
        #expect(!trial.isEased)
    }

    /// Pictures with a page between them are not compared.
    @Test func noAverageGoesAcrossAPage() {
        var trial = begun()
        note(SearchTrial.span - 1, 38, in: &trial)
        trial.end()
        note(1, 38, in: &trial)
        #expect(!trial.isEased)
    }

    @Test func textThatScrollsEndsItWithoutALongerWait() {
        var trial = begun()
        note(2 * SearchTrial.span, 38, in: &trial)
        trial.end()
        #expect(!trial.isEased)
        note(SearchTrial.span, 38, in: &trial)
        #expect(trial.isEased)
    }
}
