import Platform
import Testing

@Suite struct WallClockTests {
    @Test(
        arguments: [
            (1_795_298_087_123, "2026-11-21T21:54:47.123Z"), (0, "1970-01-01T00:00:00.000Z"), (951_782_400_007, "2000-02-29T00:00:00.007Z"),
        ] as [(Int64, String)]) func aTimeOfDayIsWrittenInFull(milliseconds: Int64, text: String)
    {
        #expect(WallClock(milliseconds: milliseconds).text == text)
    }

    @Test func aMediaTimeHasATimeOfDay() {
        let now = MediaTime.now()
        let (early, late) = (WallClock(at: now - .seconds(60)), WallClock(at: now))
        // Two readings of two clocks, to the millisecond.
        #expect(abs(late.milliseconds - early.milliseconds - 60_000) <= 1000)
        #expect(abs(WallClock.now().milliseconds - late.milliseconds) <= 10_000)
    }
}
