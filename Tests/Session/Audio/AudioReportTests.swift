import Platform
import Testing

@testable import Events
@testable import Session

@Suite struct AudioReportTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    private func status(
        music: String = "", monitor: String = "", warning: String = "", isMixClipping: Bool = false, sources: [AudioStatus.Source] = []
    ) -> AudioStatus {
        AudioStatus(
            sources: sources, levels: [:],
            mix: AudioStatus.Mix(
                level: 0, peakDbfs: -120, rmsDbfs: -120, isClipping: isMixClipping, limitedSamples: 0, integratedLufs: nil, shortTermLufs: nil,
                isMuted: false, warning: warning, processorSeconds: 0, filledMilliseconds: 0),
            music: AudioStatus.Music(
                state: "failed", url: "", positionSeconds: 0, durationSeconds: nil, isLooping: false, lastError: music, number: 1),
            processing: [], echoReductionDecibels: nil, ducking: nil,
            monitor: AudioStatus.Monitor(state: "off", sink: "", lastError: monitor, number: 0))
    }

    private func source(_ id: String, _ kind: String, isClipping: Bool = false, isMuted: Bool = false) -> AudioStatus.Source {
        AudioStatus.Source(
            id: id, kind: kind, owner: "pid 9", state: "live", device: "", isActive: true, isAlwaysOn: true, extra: "", gainDecibels: 0, gain: 100,
            isMuted: isMuted, channels: "stereo", level: 0, peakDbfs: 0, rmsDbfs: 0, isClipping: isClipping, driftPpm: 0, silenceMilliseconds: 0,
            underruns: 0, lateMilliseconds: 0, lastError: "", offsetMilliseconds: 0, processing: [])
    }

    private func mic(_ state: AudioSourceState, _ device: String = "Studio") -> AudioReport.SourceReport {
        AudioReport.SourceReport(id: "mic", kind: .microphone, state: state, device: device, text: "\(device): \(state)")
    }

    private func music(_ state: AudioSourceState) -> AudioReport.SourceReport {
        AudioReport.SourceReport(id: "music", kind: .music, state: state, device: "a.ogg", text: "music: a.ogg \(state)")
    }

    @Test func eachWordIsToldOnce() {
        var report = AudioReport()
        #expect(report.changes([mic(.live)], status(), at: start) == [.sourceLive(id: "mic", "Studio: live")])
        #expect(report.changes([mic(.live)], status(), at: start).isEmpty)
        #expect(report.changes([mic(.lost)], status(), at: start) == [.sourceLost(id: "mic", "Studio: lost")])
        #expect(report.changes([mic(.live)], status(), at: start) == [.sourceBack(id: "mic", "Studio: live")])
    }

    @Test func whatComesTooLateToBeHeardIsToldAsSuch() {
        var report = AudioReport()
        #expect(report.changes([mic(.late)], status(), at: start) == [.sourceLate(id: "mic", "Studio: late")])
        #expect(report.changes([mic(.late)], status(), at: start).isEmpty)
        #expect(report.changes([mic(.live)], status(), at: start) == [.sourceBack(id: "mic", "Studio: live")])
    }

    @Test func anotherDeviceIsToldAsSuch() {
        var report = AudioReport()
        _ = report.changes([mic(.live)], status(), at: start)
        let changed = AudioEvent.defaultChanged(id: "mic", from: "Studio", to: "Headset", "Headset: live")
        #expect(report.changes([mic(.live, "Headset")], status(), at: start) == [changed])
        _ = report.changes([mic(.lost, "Headset")], status(), at: start)
        #expect(report.changes([mic(.live, "Headset")], status(), at: start) == [.sourceBack(id: "mic", "Headset: live")])
    }

    @Test func whatWasRemovedIsNewWhenItComesAgain() {
        var report = AudioReport()
        let present = status(sources: [source("mic", "microphone")])
        #expect(report.changes([mic(.live)], present, at: start) == [.sourceLive(id: "mic", "Studio: live")])
        #expect(report.changes([], status(), at: start).isEmpty)
        #expect(report.changes([mic(.live, "Headset")], present, at: start) == [.sourceLive(id: "mic", "Headset: live")])
    }

    @Test func musicIsToldAsItGoes() {
        var report = AudioReport()
        #expect(report.changes([music(.playing)], status(), at: start) == [.musicPlaying("music: a.ogg playing")])
        #expect(report.changes([music(.finished)], status(), at: start) == [.musicFinished("music: a.ogg finished")])
        #expect(report.changes([music(.failed)], status(music: "no such file"), at: start) == [.musicFailed("music: no such file")])
    }

    @Test func aMixThatStaysTooQuietIsToldNowAndThen() {
        var report = AudioReport()
        #expect(report.changes([], status(warning: "-34.3 LUFS"), at: start) == [.loudness("-34.3 LUFS")])
        #expect(report.changes([], status(warning: "-34.4 LUFS"), at: start + .seconds(1)).isEmpty)
        #expect(report.changes([], status(warning: "-34.3 LUFS"), at: start + .seconds(599)).isEmpty)
        #expect(report.changes([], status(warning: "-34.2 LUFS"), at: start + .seconds(601)) == [.loudness("-34.2 LUFS")])
        #expect(report.changes([], status(), at: start + .seconds(602)).isEmpty)
        #expect(report.changes([], status(warning: "-34.2 LUFS"), at: start + .seconds(603)) == [.loudness("-34.2 LUFS")])
    }

    @Test func whatFailsIsToldAgainAfterItWasWell() {
        var report = AudioReport()
        #expect(report.changes([], status(music: "no such file"), at: start) == [.musicFailed("music: no such file")])
        #expect(report.changes([], status(music: "no such file"), at: start).isEmpty)
        #expect(report.changes([], status(), at: start).isEmpty)
        #expect(report.changes([], status(music: "no such file"), at: start) == [.musicFailed("music: no such file")])
        #expect(
            report.changes([], status(monitor: "a speaker", warning: "too loud"), at: start) == [
                .monitorFailed("monitor: a speaker"), .loudness("too loud"),
            ])
    }

    @Test func whoIsTooLoudIsToldNowAndThen() {
        var report = AudioReport()
        let loud = status(
            isMixClipping: true, sources: [source("mic", "microphone", isClipping: true), source("x", "pushed", isClipping: true, isMuted: true)])
        let first = report.changes([], loud, at: start)
        #expect(
            first == [.pushJoined(id: "x", owner: "pid 9"), .clipping(source: "mic", peakDecibels: 0), .clipping(source: nil, peakDecibels: -120)])
        #expect(report.changes([], loud, at: start + .seconds(29)).isEmpty)
        #expect(report.changes([], loud, at: start + .seconds(31)).count == 2)
    }

    @Test func aPushedSourceNamedMixIsNotTheMix() {
        var report = AudioReport()
        let loud = status(isMixClipping: true, sources: [source("mix", "pushed", isClipping: true)])
        let events = report.changes([], loud, at: start).filter { if case .clipping = $0 { true } else { false } }
        #expect(events == [.clipping(source: "mix", peakDecibels: 0), .clipping(source: nil, peakDecibels: -120)])
        #expect(events.map(\.description.text).map { $0.hasPrefix("the mix") } == [false, true])
    }

    @Test func pushedSoundComesAndGoes() {
        var report = AudioReport()
        #expect(report.changes([], status(sources: [source("game", "pushed")]), at: start) == [.pushJoined(id: "game", owner: "pid 9")])
        #expect(
            report.changes([], status(sources: [source("chat", "pushed")]), at: start) == [
                .pushLeft(id: "game"), .pushJoined(id: "chat", owner: "pid 9"),
            ])
    }
}
