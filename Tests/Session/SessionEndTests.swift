import Testing

@testable import Delivery
@testable import Session

/// What is made of the end that was asked for.
@Suite struct SessionEndTests {
    private func failure(_ end: SessionEnd) -> String? { if case .failed(let error) = end { error.message } else { nil } }

    @Test func aTargetThatGotNothingFailsTheBroadcastWithItsReason() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv", "rtmp://127.0.0.1:9/app/SECRET"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1) && fixture.reaches(.reconnecting, 2) && fixture.goesOn(pictures: 30))
        fixture.end()
        let targets = fixture.coordinator.named
        let end = SessionEnd.finished.judged(whyNoPicture: nil, targets: targets)
        let message = try #require(failure(end))
        #expect(message.hasPrefix("target 2 got nothing: ") && message.contains("127.0.0.1:9") && !message.contains("target 1"), "\(message)")
        #expect(!message.contains("SECRET"))
        if case .failed(let error) = end { #expect(error.exitCode == 1) }
        #expect(SessionEnd.finished.judged(whyNoPicture: nil, targets: [targets[0]]) == .finished)
    }

    @Test func withoutAPictureTheReasonIsThatOfTheAgents() {
        let end = SessionEnd.finished.judged(whyNoPicture: "no agent came", targets: [])
        #expect(failure(end) == "nothing was captured: no agent came")
        #expect(SessionEnd.finished.judged(whyNoPicture: nil, targets: []) == .finished)
    }

    @Test func aBroadcastThatFailedKeepsItsReason() {
        let failed = SessionEnd.failed(SessionError(.badSetting, "no display :9"))
        #expect(failed.judged(whyNoPicture: "no agent came", targets: []) == failed)
    }

    /// The time and the pictures of a recording are those that a player finds in it.
    @Test func whatATargetGotIsCounted() throws {
        let fixture = try TargetFixture { $0.targets = [$1 + "/a.mkv"] }
        try fixture.open()
        #expect(fixture.reaches(.live, 1) && fixture.goesOn(pictures: 60))
        fixture.end()
        let status = try #require(fixture.coordinator.named.first)
        let (seconds, pictures) = (status.sentTime.inSeconds, status.picturesSent)
        #expect(pictures >= 60 && abs(seconds - Double(pictures) / 30) < 0.2, "\(pictures) pictures in \(seconds) s")
        #expect(status.packetsSent > pictures)
    }
}
