import Testing

@testable import Codec

@Suite struct MotionTrialTests {
    private static let search = MotionTrial.Kind.coarserSearch
    private static let intra = MotionTrial.Kind.withoutReference
    private static let span = search.span

    /// Of a stream that has begun.
    private func begun(_ kind: MotionTrial.Kind = search) -> MotionTrial {
        var trial = MotionTrial(of: kind)
        note(kind.leadIn, 45, in: &trial)
        return trial
    }

    private func note(_ count: Int, _ decibels: Double, in trial: inout MotionTrial) {
        for _ in 0..<count { trial.note(decibels: decibels) }
    }

    @Test func aSearchThatCostsNothingStays() {
        var trial = begun()
        note(Self.span - 1, 38, in: &trial)
        #expect(!trial.isOther)
        note(1, 38, in: &trial)
        #expect(trial.isOther)
        note(Self.span, 37.95, in: &trial)
        // The scene gets somewhat harder later on.
        note(1000, 37, in: &trial)
        #expect(trial.isOther)
    }

    @Test func aSearchThatCostsQualityIsGivenUpAndTriedMoreSeldom() {
        var trial = begun()
        var waits: [Int] = []
        for _ in 0..<9 {
            var count = 0
            while !trial.isOther, count < 10_000 {
                note(1, 38, in: &trial)
                count += 1
            }
            waits.append(count)
            note(Self.span - 1, 37.9, in: &trial)
            #expect(trial.isOther)
            note(1, 37.9, in: &trial)
            #expect(!trial.isOther)
        }
        #expect(waits == [60, 120, 240, 480, 960, 1920, 3840, 3840, 3840])
    }

    @Test func onePictureThatIsFarWorseEndsIt() {
        var trial = begun()
        note(Self.span, 38, in: &trial)
        note(1, 32, in: &trial)
        #expect(!trial.isOther)
        note(2 * Self.span, 38, in: &trial)
        note(Self.span, 38, in: &trial)
        note(1, 32, in: &trial)
        #expect(!trial.isOther)
    }

    @Test func qualityThatFallsSlowlyEndsIt() {
        var trial = begun()
        note(2 * Self.span, 38, in: &trial)
        note(Self.span, 36.4, in: &trial)
        #expect(!trial.isOther)
    }

    /// Pictures with a page between them are not compared.
    @Test func noAverageGoesAcrossAPage() {
        var trial = begun()
        note(Self.span - 1, 38, in: &trial)
        trial.end()
        note(1, 38, in: &trial)
        #expect(!trial.isOther)
    }

    @Test func textThatScrollsEndsItWithoutALongerWait() {
        var trial = begun()
        note(2 * Self.span, 38, in: &trial)
        trial.end()
        #expect(!trial.isOther)
        note(Self.span, 38, in: &trial)
        #expect(trial.isOther)
    }

    @Test func whatHasToGainIsKeptOnlyWhereItDoes() {
        var trial = begun(Self.intra)
        note(Self.intra.span, 20, in: &trial)
        #expect(trial.isOther && trial.isTrying)
        note(Self.intra.span, 20.4, in: &trial)
        #expect(trial.isOther && !trial.isTrying)
        trial = begun(Self.intra)
        note(Self.intra.span, 20, in: &trial)
        note(Self.intra.span, 20.2, in: &trial)
        #expect(!trial.isOther)
    }

    @Test func whereBitsAreEnoughItIsNotTried() {
        var trial = begun(Self.intra)
        note(100 * Self.intra.span, 30.1, in: &trial)
        #expect(!trial.isOther)
        // It was waited for long enough.
        note(Self.intra.span, 29.9, in: &trial)
        #expect(trial.isOther)
    }

    /// With so many more bits the usual way may be the better one again; with fewer it is not.
    @Test func whatPaysWhereBitsAreFewEndsWithMore() {
        var trial = begun(Self.intra)
        note(Self.intra.span, 20, in: &trial)
        note(Self.intra.span, 22, in: &trial)
        note(2 * Self.intra.span, 18, in: &trial)
        note(2 * Self.intra.span, 23.4, in: &trial)
        #expect(trial.isOther)
        note(Self.intra.span, 23.6, in: &trial)
        #expect(!trial.isOther)
    }
}
