import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

/// One application's sound, or all but one.
@Suite(.serialized) struct ApplicationAudioTests {
    @Test(arguments: AudioServer.allCases) func oneApplicationIsTakenOrLeftOut(server: AudioServer) throws {
        let (screen, target) = (try XvfbServer(width: 320, height: 180), try RTMPServer())
        let sound = try AudioFixture(server)
        let alpha = try sound.play(.tone(1000), as: "Alpha")
        let beta = try sound.play(.tone(700), as: "Beta")
        defer { withExtendedLifetime((screen, alpha, beta)) {} }
        func broadcast(_ key: String, _ choice: String) throws -> TestSupport.Stream {
            try Stream.sounding(screen, on: sound, to: target.url(key), "--mic", "none", "--desktop-audio", choice)
        }
        // Both at once: each has a group of its own.
        let (only, but) = (try broadcast("only", "app=Alpha"), try broadcast("but", "not-app=Alpha"))
        for stream in [only, but] {
            try stream.waitUntilLive()
            try stream.waitUntilHeard("desktop")
        }
        letRun(for: .seconds(1))
        let begin = MediaTime.now()
        letRun(for: .seconds(2))
        // Somebody who comes later is taken or left out as well.
        let late = try sound.play(.tone(440), as: "Gamma")
        letRun(for: .seconds(1))
        let joined = MediaTime.now()
        letRun(for: .seconds(2))
        let end = MediaTime.now()
        withExtendedLifetime(late) {}
        try only.stop()
        let later = MediaTime.now()
        try but.stop()

        let taken = try ReceivedAudio(try #require(try target.recordings(of: "only").first), end: end)
        for (start, finish) in [(begin, begin + .seconds(2)), (joined, end)] {
            let part = taken.between(start, finish)
            #expect(abs(part.level(at: 1000) + 20) < 0.5, "\(part.level(at: 1000))")
            #expect(part.level(at: 700) < -70, "\(part.level(at: 700))")
            #expect(part.level(at: 440) < -70, "\(part.level(at: 440))")
        }
        let left = try ReceivedAudio(try #require(try target.recordings(of: "but").first), end: later)
        let part = left.between(joined, end)
        #expect(part.level(at: 1000) < -70, "\(part.level(at: 1000))")
        #expect(abs(part.level(at: 700) + 20) < 0.5, "\(part.level(at: 700))")
        #expect(abs(part.level(at: 440) + 20) < 0.5, "\(part.level(at: 440))")
        let before = left.between(begin, begin + .seconds(2))
        #expect(before.level(at: 440) < -70)
        #expect(left.between(begin, end).sharpClicks().isEmpty, "one that joins is no click: \(left.between(begin, end).sharpClicks())")
    }

    @Test func oneSinkIsTaken() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture()
        let players = [try sound.play(.tone(1000), to: "speakers"), try sound.play(.tone(700), to: "headphones")]
        defer { withExtendedLifetime((screen, players)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("sink.mkv"), "--mic", "none", "--desktop-audio", "sink=Headphones")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("desktop")
        letRun(for: .seconds(3))
        try stream.stop()
        let heard = try DecodedAudio(of: scratch.file("sink.mkv")).last(.seconds(2))
        #expect(abs(heard.level(at: 700) + 20) < 0.5)
        #expect(heard.level(at: 1000) < -70)
    }
}
