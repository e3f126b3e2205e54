import Session
import Testing

@testable import SplitcastCLI

/// What is said of a broadcast when it has ended.
@Suite struct ClosingSummaryTests {
    @Test func eachTargetHasALineWithWhatItGot() {
        let lines = ClosingSummary.lines(.sample)
        #expect(
            lines == [
                "ended after 0:01:05",
                "  TARGET                            LENGTH     SIZE  PICTURES  DROPPED    AVERAGE",
                "  rtmp://live.example.com/app/***  0:01:04  28.0 MB      1883        7  3500 kb/s",
                "  /videos/talk.mkv                   0.0 s     0 kB         0        0          –",
            ], "\(lines)")
    }

    @Test func aBroadcastToThePageAloneSaysWhatItShowed() {
        var status = SessionStatus.sample
        status.targets = []
        #expect(ClosingSummary.lines(status) == ["ended after 0:01:05: 1890 pictures, 7 dropped"])
        status.streams = "audioOnly"
        #expect(ClosingSummary.lines(status) == ["ended after 0:01:05"])
    }

    @Test func aStopSaysWhatGotNothing() {
        var status = SessionStatus.sample
        #expect(ClosingSummary.lines(asOf: status).last == "target 2 got nothing: disk full")
        status.targets[1].lastError = ""
        #expect(ClosingSummary.lines(asOf: status).last == "target 2 got nothing: /videos/talk.mkv was not connected yet")
        status.state = "waiting"
        #expect(ClosingSummary.lines(asOf: status).last == "nothing was captured")
    }
}
