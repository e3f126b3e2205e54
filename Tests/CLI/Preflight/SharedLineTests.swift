import ControlFixtures
import Session
import Testing

@testable import SplitcastCLI

@Suite struct SharedLineTests {
    /// - Parameter targets: their addresses, each with the encoding that it gets.
    private func status(_ targets: [(url: String, encoding: String)]) -> SessionStatus {
        var status = FakeSession().status()
        let rate = SessionStatus.Rate(
            isAdaptive: true, quality: "desktop", bitsPerSecond: 3_000_000, ceiling: 3_000_000, floor: 500_000, stair: "full", maxFps: 30,
            sizePercent: 100, governingTarget: nil, isPoor: false, preset: "veryfast", effort: "veryfast")
        status.rate = rate
        var (main, low) = (status.encodings[0], status.encodings[0])
        main.rate = rate
        low.name = "low"
        low.rate = rate
        low.rate?.ceiling = 600_000
        status.encodings = [main, low]
        status.targets = targets.enumerated().map { index, target in
            var one = FakeSession.target(index + 1, target.url)
            (one.encoding, one.bitRate) = (target.encoding, 1_000_000)
            return one
        }
        return status
    }

    private func warning(_ measured: Int, isBeside: Bool = false, _ targets: (String, String)...) -> String? {
        SharedLine(measured: measured, isBeside: isBeside, sound: 128_000).warning(status(targets.map { (url: $0.0, encoding: $0.1) }))
    }

    @Test func targetsThatTogetherTakeTooMuchAreTold() throws {
        let text = try #require(warning(4_000_000, ("rtmp://a/app/***", "main"), ("srt://b:9000", "main")))
        #expect(text.contains("2 targets may take 6256 kb/s together") && text.contains("carried 4000 kb/s"), "\(text)")
        #expect(text.contains("splitcast set target 2 --encoding low"))
        #expect(warning(4_000_000, ("rtmp://a/app/***", "main"), ("srt://b:9000", "low")) == nil)
    }

    @Test func aFileTakesNothingOfTheLine() {
        #expect(warning(4_000_000, ("rtmp://a/app/***", "main"), ("/videos/talk.mkv", "main")) == nil)
    }

    @Test func whatIsSentAlreadyWasNotFree() {
        let targets = [("rtmp://a/app/***", "main"), ("srt://b:9000", "main")]
        #expect(warning(4_500_000, isBeside: true, targets[0], targets[1]) == nil)
        #expect(warning(4_000_000, isBeside: true, targets[0], targets[1]) != nil)
    }
}
