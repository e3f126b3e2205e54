import Testing

@testable import MediaCapture

@Suite struct TimelineTests {
    private let step = Duration.milliseconds(40)

    @Test func ownTimesAreKeptWhereTheyRise() {
        var line = Timeline()
        #expect(line.place(.seconds(100), step: step) == .zero)
        #expect(line.place(.milliseconds(100_033), step: step) == .milliseconds(33))
        #expect(line.place(.milliseconds(103_000), step: step) == .seconds(3))
    }

    @Test func missingBackwardAndWildTimesAreOneStep() {
        var line = Timeline()
        _ = line.place(.seconds(10), step: step)
        #expect(line.place(nil, step: step) == .milliseconds(40))
        #expect(line.place(.seconds(10), step: step) == .milliseconds(80), "the first with a time, after one without")
        #expect(line.place(.seconds(9), step: step) == .milliseconds(120))
        #expect(line.place(.seconds(9), step: step) == .milliseconds(160))
        #expect(line.place(.seconds(9000), step: step) == .milliseconds(200))
        #expect(line.place(.milliseconds(9_000_020), step: step) == .milliseconds(220))
    }

    @Test func anotherRoundFollowsWithoutAGap() {
        var line = Timeline()
        for index in 0..<3 { _ = line.place(.milliseconds(40 * index), step: step) }
        line.restart()
        #expect(line.place(.zero, step: step) == .milliseconds(120))
        #expect(line.place(.milliseconds(40), step: step) == .milliseconds(160))
    }
}
