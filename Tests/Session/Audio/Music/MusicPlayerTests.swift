import Audio
import Codec
import Fixtures
import Foundation
import ServerFixtures
import Testing

@testable import Session

@Suite struct MusicPlayerTests {
    private let listener = MusicListener()
    private var player: MusicPlayer { listener.player }

    private func tone(_ index: Int, phase: Double = 0) -> Float { Float(0.5 * sin(2 * Double.pi * Double(index) / 48 + phase)) }

    @Test func aFileIsPlayedToTheSample() throws {
        try player.play(listener.tone("a.wav", seconds: 1.003))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(until: .finished))
        #expect((0..<48_144).allSatisfy { abs(listener.left[$0] - tone($0)) < 1e-6 })
        #expect(listener.left[48_144..<listener.left.count].allSatisfy { abs($0) < 0.1 })
        #expect(listener.left.last == 0 && listener.left == listener.right)
        #expect(listener.changes.states == [.opening, .playing, .finished])
        #expect(player.status.position == AudioFormat.span(ofSampleFrames: 48_144) && player.status.underruns == 0)
    }

    @Test func aFileThatBeginsAndEndsAbruptlyDoesNotClick() throws {
        try player.play(listener.wave("a.wav", [Float](repeating: 0.5, count: 4800)))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(until: .finished))
        #expect(listener.largestStep() < 0.01)
        // From 5 ms on it is what the file says, to the last sample.
        #expect((240..<4800).allSatisfy { listener.left[$0] == 0.5 } && listener.left.last == 0)
    }

    /// What no mixer could get rid of again: 24 dB above full scale at most, and no sample that is not a number.
    @Test func whatIsNoAudioIsNotHeard() throws {
        let odd: [Float] = [.nan, .infinity, -.infinity, 1e30, -.nan, .signalingNaN]
        try player.play(listener.wave("odd.wav", (0..<9600).map { odd[$0 % odd.count] }))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(until: .finished))
        #expect(listener.left.contains { $0 != 0 } && (listener.left + listener.right).allSatisfy { abs($0) <= 64 })
    }

    @Test func aFileShorterThanAQuantumIsHeard() throws {
        try player.play(listener.tone("a.wav", seconds: 0.003))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(until: .finished))
        #expect((0..<144).allSatisfy { abs(listener.left[$0] - tone($0)) < 1e-6 })
    }

    @Test(arguments: [0.1, 0.5]) func aLoopOfWholePeriodsHasNoSeam(seconds: Double) throws {
        try player.play(listener.tone("a.wav", seconds: seconds), isLooping: true)
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(quanta: 300))
        #expect(listener.left.indices.allSatisfy { abs(listener.left[$0] - tone($0)) < 1e-5 })
        #expect(player.status.underruns == 0 && player.status.isLooping)
        let position = player.status.position
        #expect(position > .zero && position <= .milliseconds(Int(seconds * 1000)), "\(position)")
        player.setLooping(false)
        #expect(listener.pull(until: .finished))
    }

    @Test func pauseFadesAndResumeGoesOnWithTheNextSample() throws {
        try player.play(listener.tone("a.wav", hertz: 100, seconds: 3, phase: 1))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(quanta: 20))
        #expect(player.pause() && player.status.state == .paused)
        let position = player.status.position
        #expect(listener.pull(quanta: 10))
        #expect(listener.left[21 * 480..<30 * 480].allSatisfy { $0 == 0 })
        #expect(player.status.position == position + .milliseconds(10))
        #expect(player.resume() && player.status.state == .playing)
        #expect(listener.pull(quanta: 20))
        #expect(listener.largestStep() < 0.01)
        // After the fade in it is where it would be without the pause.
        for index in 31 * 480..<49 * 480 {
            let right = Float(0.5 * sin(2 * Double.pi * Double(index - 9 * 480) / 480 + 1))
            guard abs(listener.left[index] - right) < 1e-5 else {
                Issue.record("sample \(index): \(listener.left[index]), not \(right)")
                return
            }
        }
    }

    @Test func stopFadesAndForgets() throws {
        try player.play(listener.tone("a.wav", hertz: 100, seconds: 3, phase: 1))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(quanta: 20))
        #expect(player.stop() && player.status.state == .stopped)
        #expect(listener.pull(quanta: 10))
        #expect(listener.largestStep() < 0.01 && listener.left.suffix(9 * 480).allSatisfy { $0 == 0 })
        #expect(!player.stop() && !player.pause() && !player.resume())
    }

    @Test func aNewTrackTakesOverUnderACrossFade() throws {
        try player.play(listener.tone("a.wav", hertz: 100, seconds: 5, phase: 1))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(quanta: 20))
        try player.play(listener.tone("b.wav", hertz: 200, seconds: 5, phase: 1))
        #expect(listener.wait { player.status.state == .playing && player.status.location.hasSuffix("b.wav") })
        #expect(listener.pull(quanta: 20))
        #expect(listener.largestStep() < 0.02)
        // Never silent between them.
        #expect((0..<40).allSatisfy { quantum in listener.left[quantum * 480..<(quantum + 1) * 480].contains { abs($0) > 0.3 } })
        #expect(
            listener.left[21 * 480..<40 * 480].indices.allSatisfy {
                abs(listener.left[$0] - Float(0.5 * sin(2 * Double.pi * Double($0 - 20 * 480) / 240 + 1))) < 1e-5
            })
        #expect(listener.changes.states == [.opening, .playing, .opening, .playing])
    }

    @Test func whatCannotBePlayedLeavesTheOtherPlaying() throws {
        try player.play(listener.tone("a.wav", seconds: 5))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(quanta: 10))
        #expect(throws: CodecError.self) { try player.play("/dev/zero") }
        #expect(throws: CodecError.self) { try player.play(listener.scratch.file("nowhere.ogg")) }
        #expect(player.status.state == .playing)
        _ = FileManager.default.createFile(atPath: listener.scratch.file("words.ogg"), contents: Data("no sound at all\n".utf8))
        try player.play(listener.scratch.file("words.ogg"))
        #expect(listener.wait { player.status.state == .playing && !player.status.lastError.isEmpty })
        #expect(player.status.lastErrorCode == .notSound && player.status.location.hasSuffix("a.wav"), "\(player.status)")
        #expect(listener.pull(quanta: 20))
        #expect(listener.left.indices.allSatisfy { abs(listener.left[$0] - tone($0)) < 1e-5 })
    }

    @Test func aFailureIsThatOfTheFileThatIsNamed() throws {
        try player.play(listener.tone("a.wav", seconds: 0.2))
        #expect(listener.wait(for: .playing))
        #expect(
            listener.wait {
                listener.pull()
                return player.status.state == .finished
            })
        _ = FileManager.default.createFile(atPath: listener.scratch.file("words.ogg"), contents: Data("no sound at all\n".utf8))
        try player.play(listener.scratch.file("words.ogg"))
        #expect(listener.wait(for: .failed))
        #expect(player.status.location.hasSuffix("words.ogg") && player.status.lastErrorCode == .notSound, "\(player.status)")
    }

    @Test func anAddressThatStallsIsSilenceAndThenAFailure() throws {
        let listener = MusicListener(limits: .init(open: .seconds(10), read: .milliseconds(500)))
        let server = try StallingServer(serving: listener.tone("a.wav", hertz: 100, seconds: 4, phase: 1), stallingAt: 0.25)
        try listener.player.play(server.address)
        #expect(listener.wait(for: .playing))
        // A mixer asks whether there is something or not.
        #expect(
            listener.wait {
                listener.pull()
                return listener.player.status.state == .failed
            })
        let status = listener.player.status
        #expect(status.lastErrorCode == .interrupted && status.lastError.contains("sent nothing for 500 ms"), "\(status)")
        #expect(listener.largestStep() < 0.01)
        // All that came was heard, to the last sample, and then the fade.
        #expect(status.position > .milliseconds(900) && status.position < .milliseconds(1010), "\(status.position)")
        // Another one plays as if nothing had been.
        try listener.player.play(listener.tone("b.wav", seconds: 0.2))
        #expect(listener.wait(for: .playing) && listener.pull(until: .finished))
    }

    @Test func anAddressThatNeverAnswersCanBeStoppedAtOnce() throws {
        let server = Listener()
        try player.play("http://127.0.0.1:\(server.port)/a.ogg")
        #expect(player.status.state == .opening)
        player.stop()
        #expect(player.status.state == .stopped)
        player.close()
        withExtendedLifetime(server) {}
    }

    @Test func aMixerThatCatchesUpIsGivenSilenceAndNoSampleIsLost() throws {
        try player.play(listener.tone("a.wav", hertz: 100, seconds: 3, phase: 1))
        #expect(listener.wait(for: .playing))
        #expect(listener.pull(quanta: 10))
        for _ in 0..<10 { listener.pull(isCatchingUp: true) }
        #expect(listener.pull(quanta: 10))
        #expect(listener.largestStep() < 0.01)
        #expect(player.status.position == .milliseconds(210))
    }

    @Test func manyCommandsInARowLeaveNothingBehind() throws {
        let (a, b) = (listener.tone("a.wav", seconds: 1), listener.tone("b.wav", hertz: 200, seconds: 0.05))
        for round in 0..<60 {
            try player.play(round % 2 == 0 ? a : b, isLooping: round % 3 == 0)
            if round % 4 == 1 { player.pause() }
            listener.pull()
            if round % 5 == 1 { player.resume() }
            if round % 7 == 1 { player.stop() }
        }
        try player.play(a)
        #expect(listener.wait { player.status.state == .playing && player.status.location == a })
        #expect(listener.pull(until: .finished))
        player.close()
    }

    @Test func closingWhileItPlaysWithoutAMixerReturns() throws {
        try player.play(listener.tone("a.wav", seconds: 5), isLooping: true)
        #expect(listener.wait(for: .playing))
        try player.play(listener.tone("b.wav", seconds: 5))
        #expect(listener.wait { player.status.state == .playing && player.status.location.hasSuffix("b.wav") })
        player.close()
    }
}
