import Fixtures
import Foundation
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Devices that come and go beneath a broadcast, on either sound server.
@Suite(.serialized, .rerunWhenLate) struct AudioDeviceTests {
    @Test(arguments: AudioServer.allCases) func aMicrophoneThatComesAndGoesLeavesTheDesktopAlone(server: AudioServer) throws {
        var scenario = KillScenario()
        (scenario.server, scenario.count, scenario.pause) = (server, 3, .milliseconds(1200))
        let result = try scenario.run()
        #expect(result.clicks.isEmpty, "\(result.clicks), the microphone silent in \(result.silences)")
        #expect(result.holes.isEmpty, "\(result.holes)")
        #expect(abs(result.desktop + 20) < 0.5, "\(result.desktop)")
        #expect(result.silences.count == 3)
        expectInTime(result.returns.at(0.5) <= .seconds(1), "\(result.returns)")
    }

    @Test(arguments: AudioServer.allCases) func aServerThatRestartsIsFoundAgain(server: AudioServer) throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(server, feeding: .tone(440))
        var player: AudioFeeder? = try sound.play(.tone(1000))
        defer { withExtendedLifetime((screen, player)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("restart.mkv"), "--mic", "default", "--desktop-audio")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic", "desktop")
        player = nil
        sound.stop()
        try waitUntil("silence") { try stream.level(of: "mic") < -90 && stream.level(of: "desktop") < -90 }
        for id in ["mic", "desktop"] { #expect(try stream.state(of: id) != "live", "\(id)") }
        try sound.start()
        try sound.feed(.tone(440))
        player = try sound.play(.tone(1000))
        try stream.waitUntilHeard("mic", "desktop")
        letRun(for: .seconds(2))
        try stream.stop()
        let heard = try DecodedAudio(of: scratch.file("restart.mkv")).last(.seconds(1))
        #expect(abs(heard.level(at: 440) + 20) < 0.5, "\(heard.level(at: 440))")
        #expect(abs(heard.level(at: 1000) + 20) < 0.5, "\(heard.level(at: 1000))")
        #expect(try decodingErrors(of: scratch.file("restart.mkv")) == "")
    }

    @Test(arguments: AudioServer.allCases) func theDefaultDevicesAreFollowed(server: AudioServer) throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let sound = try AudioFixture(server, feeding: .tone(440))
        let player = try sound.play(.tone(1000), to: "headphones")
        defer { withExtendedLifetime((screen, player)) {} }
        try sound.plugMicrophone("usb", description: "Headset")
        try sound.control("set-default-source", "mic")
        let stream = try Stream.sounding(screen, on: sound, to: scratch.file("default.mkv"), "--mic", "default", "--desktop-audio")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        #expect(try stream.level(of: "desktop") < -80, "no one plays into the speakers")
        try sound.control("set-default-source", "usb")
        try sound.control("set-default-sink", "headphones")
        try waitUntil("the headset") { (try stream.source("mic")["device"] as? String ?? "").contains("Headset") }
        try stream.waitUntilHeard("mic", "desktop")
        try stream.stop()
    }
}
