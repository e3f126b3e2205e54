import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What the desktop tells its user of a broadcast, on a session bus with a notification service.
@Suite(.serialized) struct NotificationTests {
    private let scratch = Scratch()

    private func codes(_ stream: TestSupport.Stream) throws -> [String] { try stream.events().compactMap { $0["code"] as? String } }

    @Test func speakingIntoAMutedMicrophoneIsTold() throws {
        let (audio, desktop) = (try AudioFixture(feeding: .speech(1)), try NotificationServer())
        let stream = try Stream(
            ["live", "--audio-only", "--mic", "default", "--http", "off", "--record", scratch.file("a.mka")], sound: audio,
            environment: desktop.environment)
        try stream.waitUntilLive()
        try waitUntil("speech") { ((try stream.status()["microphone"] as? [String: Any])?["rmsDbfs"] as? Double ?? -120) > -40 }
        #expect(try !codes(stream).contains("sound.speakingMuted"))
        try stream.command("audio", "mute", "mic")
        try waitUntil("it is told") { desktop.summaries == ["The microphone is muted"] }
        #expect(try codes(stream).count { $0 == "sound.speakingMuted" } == 1)
        // A mute of everything is one as well, and a minute has not passed.
        try stream.command("audio", "unmute", "mic")
        try stream.command("audio", "mute", "all")
        letRun(for: .seconds(5))
        #expect(try codes(stream).count { $0 == "sound.speakingMuted" } == 1 && desktop.shown.count == 1)
        try stream.stop()
    }

    @Test func aTargetThatIsLostAndBackIsTold() throws {
        let (server, desktop) = (try RTMPServer(), try NotificationServer())
        let stream = try Stream(
            ["live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off", "--to", server.url("SECRET")],
            environment: desktop.environment)
        try stream.waitUntilLive()
        #expect(desktop.shown.isEmpty)
        server.stop()
        try waitUntil("the loss") { desktop.summaries == ["Target 1 is lost"] }
        try server.start()
        try waitUntil("the return") { desktop.summaries == ["Target 1 is lost", "Target 1 is back"] }
        #expect(desktop.shown[1]["replaces"] as? Int == desktop.shown[0]["number"] as? Int && !"\(desktop.shown)".contains("SECRET"))
        try stream.stop()
    }

    @Test func aDiskThatFillsIsTold() throws {
        let (disk, desktop) = (try scratch.directory("disk"), try NotificationServer())
        let inside = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o size=40m tmpfs \"$0\" && exec \"$@\"", disk]
        let stream = try Stream(
            [
                "live", "--capture", "pattern", "--pattern-size", "640x360", "--mic", "none", "--http", "off", "--min-free", "20MB", "--record",
                disk + "/a.mkv",
            ], environment: desktop.environment, inside: inside)
        try stream.waitUntilLive()
        try waitUntil("it is told: \(stream.process.output)") { desktop.summaries.contains("The disk is nearly full") }
        let event = try #require(try stream.events().first { $0["code"] as? String == "recording.diskFilling" })
        let fields = event["fields"] as? [String: Any] ?? [:]
        #expect(fields["file"] as? String == disk + "/a.mkv" && fields["freeBytes"] as? Int ?? 0 > 20_000_000, "\(fields)")
        #expect((0...600).contains(fields["leftSeconds"] as? Double ?? -1) && event["target"] as? Int == 1, "\(event)")
        try stream.stop()
        #expect(desktop.summaries == ["The disk is nearly full"])
    }

    @Test func aHostTellsNothingUnlessItIsAsked() throws {
        let (server, desktop) = (try RTMPServer(), try NotificationServer())
        for (arguments, expected) in [([], 0), (["--notify", "targets"], 1), (["--notify", "off"], 0)] as [([String], Int)] {
            let stream = try Stream(
                ["host", "--audio-only", "--mic", "none", "--http", "off", "--to", server.url("key\(expected)\(arguments.count)")] + arguments,
                environment: desktop.environment)
            try stream.waitUntilLive()
            let before = desktop.shown.count
            server.stop()
            try waitUntil("the loss") { try codes(stream).contains("target.connectionLost") }
            if expected > 0 { try waitUntil("the notification") { desktop.shown.count == before + 1 } }
            try server.start()
            try stream.waitUntilLive()
            try stream.stop()
            if expected == 0 { #expect(desktop.shown.count == before) }
        }
    }

    @Test func aMistakeIsOneLine() throws {
        let stream = try Stream(["live", "--notify", "everything", "--record", scratch.file("a.mkv")])
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(2))
        #expect(stream.process.output.contains("--notify everything: give muted, targets, disk") && !stream.process.output.contains("\n\n"))
    }
}
