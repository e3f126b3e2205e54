import Platform
import Testing

@testable import Session

@Suite struct PictureClockTests {
    private let start = MediaTime(nanoseconds: 5_000_000_000)

    private func places(_ captured: [Double], fps: FrameRate = 30) -> [Double] {
        var clock = PictureClock(framesPerSecond: fps)
        return captured.map { seconds in
            let time = clock.time(for: start + .nanoseconds(Int64(seconds * 1e9)))
            return (time - start).inSeconds * fps.perSecond
        }
    }

    @Test func jitterDisappears() {
        let jitter = [0, 0.012, -0.01, 0.02, 0.004]
        let captured = (0..<60).map { (index: Int) -> Double in Double(index) / 30 + jitter[index % 5] }
        for (index, place) in places(captured).enumerated() { #expect(abs(place - Double(index)) < 1e-6) }
    }

    @Test func aRateOfNTSCKeepsItsGridForHours() throws {
        let rate = try #require(FrameRate("29.97"))
        var clock = PictureClock(framesPerSecond: rate)
        _ = clock.time(for: start)
        let last = clock.time(for: start + .seconds(1001 * 24))
        #expect(last == start + .seconds(1001 * 24))
        #expect(clock.time(for: last + .milliseconds(30)) - last == .nanoseconds(33_366_666))
    }

    @Test func aPauseKeepsItsLength() {
        let result = places([0, 1.0 / 30, 0.5, 2.004])
        #expect(abs(result[2] - 15) < 1e-6)
        #expect(abs(result[3] - 60) < 1e-6)
    }

    @Test func everyPictureIsLaterThanTheOneBefore() {
        let result = places([0, 0, 0, 0.001, 0.0011])
        for (earlier, later) in zip(result, result.dropFirst()) { #expect(later > earlier) }
    }

    /// A source a little faster or slower than the rate: the error stays below one interval for ever.
    @Test(arguments: [29.9, 29.97, 30.0, 24.0, 15.0])
    func theErrorNeverAddsUp(rate: Double) {
        let captured = (0..<20_000).map { Double($0) / rate }
        for (captured, place) in zip(captured, places(captured)) { #expect(abs(place - captured * 30) <= 1) }
    }
}
