import Testing

@testable import Session

@Suite struct SoundReportTests {
    private func status(music: String = "", monitor: String = "", warning: String = "") -> AudioStatus {
        AudioStatus(
            sources: [], levels: [:],
            mix: AudioStatus.Mix(
                level: 0, peakDbfs: -120, rmsDbfs: -120, isClipping: false, limitedSamples: 0, integratedLufs: nil, shortTermLufs: nil,
                isMuted: false, warning: warning, processorSeconds: 0, filledMilliseconds: 0),
            music: AudioStatus.Music(
                state: "failed", url: "", positionSeconds: 0, durationSeconds: nil, isLooping: false, lastError: music, number: 1),
            processing: [], echoReductionDecibels: nil, ducking: nil,
            monitor: AudioStatus.Monitor(state: "off", sink: "", lastError: monitor, number: 0))
    }

    @Test func eachWordIsToldOnce() {
        var report = SoundReport()
        #expect(report.news([("mic", true, "Desk: live")], status()).map(\.text) == ["Desk: live"])
        #expect(report.news([("mic", true, "Desk: live")], status()).isEmpty)
        let lost = report.news([("mic", false, "Desk: lost")], status())
        #expect(lost.map(\.text) == ["Desk: lost"] && lost.map(\.isGood) == [false])
        #expect(report.news([("mic", true, "Desk: live")], status()).map(\.text) == ["Desk: live"])
    }

    @Test func whatFailsIsToldAgainAfterItWasWell() {
        var report = SoundReport()
        #expect(report.news([], status(music: "no such file")).map(\.text) == ["music: no such file"])
        #expect(report.news([], status(music: "no such file")).isEmpty)
        #expect(report.news([], status()).isEmpty)
        #expect(report.news([], status(music: "no such file")).map(\.text) == ["music: no such file"])
        #expect(report.news([], status(monitor: "a speaker", warning: "too loud")).map(\.text) == ["monitor: a speaker", "too loud"])
    }
}
