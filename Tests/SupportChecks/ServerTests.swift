import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

@Suite struct ServerTests {
    private func push(to url: String, seconds: Int) throws -> FixtureProcess {
        try FixtureProcess([
            "ffmpeg", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-f", "lavfi", "-i", "sine=1000:r=48000",
            "-t", "\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-g", "30", "-pix_fmt", "yuv420p", "-c:a", "aac", "-f", "flv", url,
        ])
    }

    @Test func whatIsPublishedIsRecorded() throws {
        let server = try RTMPServer()
        let publisher = try push(to: server.url("talk"), seconds: 3)
        try waitUntil("publishing") { try server.isPublishing("talk") }
        #expect(try !server.isPublishing("walk"))
        #expect(publisher.exitStatus(within: .seconds(30)) == .exited(0))
        try waitUntil("the end of publishing") { try !server.isPublishing("talk") }
        let recording = try #require(try server.recordings(of: "talk").last)
        #expect(try DecodedAudio(of: recording).duration > .seconds(2))
    }

    @Test func aWrongTokenIsRefused() throws {
        let server = try RTMPServer()
        let wrong = try push(to: server.url("talk?token=guess", application: "auth"), seconds: 1)
        #expect(wrong.exitStatus(within: .seconds(30))?.isSuccess == false)
        let right = try push(to: server.url("talk?token=secret", application: "auth"), seconds: 1)
        #expect(right.exitStatus(within: .seconds(30)) == .exited(0))
    }

    @Test func aRestartBreaksTheConnectionAndTakesTheNextOne() throws {
        let server = try RTMPServer()
        let first = try push(to: server.url("talk"), seconds: 60)
        try waitUntil("publishing") { try server.isPublishing("talk") }
        try server.restart()
        #expect(first.exitStatus(within: .seconds(30))?.isSuccess == false)
        let second = try push(to: server.url("talk"), seconds: 1)
        #expect(second.exitStatus(within: .seconds(30)) == .exited(0))
        let recordings = try server.recordings(of: "talk")
        #expect(recordings.count == 2, "\(recordings)")
    }

    @Test func aServerThatHangsIsKilledAndTellsWhenItIsBack() throws {
        let server = try RTMPServer()
        let first = try push(to: server.url("talk"), seconds: 60)
        try waitUntil("a picture") { try server.hasPicture(of: "talk") }
        #expect(try !server.hasPicture(of: "walk") && Port.isListening(server.port))
        server.pause()
        #expect(Port.isListening(server.port) && first.isRunning)
        server.kill()
        #expect(!Port.isListening(server.port))
        #expect(first.exitStatus(within: .seconds(30))?.isSuccess == false)
        let start = MediaTime.now()
        #expect(try server.startListening() > start)
        // What was received before the restart does not count.
        #expect(try !server.hasPicture(of: "talk"))
        let second = try push(to: server.url("talk"), seconds: 60)
        try waitUntil("a picture after the restart") { try server.hasPicture(of: "talk") }
        second.end()
    }

    @Test func whatArrivesIsCountedByStream() throws {
        let server = try RTMPServer()
        let publishers = try ["one", "two"].map { try push(to: server.url($0, application: "unrecorded"), seconds: 60) }
        try waitUntil("both") { try server.receivedBytes().filter { $0.value > 10_000 }.keys.sorted() == ["one", "two"] }
        for key in ["one", "two"] { #expect(try server.recordings(of: key).isEmpty) }
        for publisher in publishers { publisher.end() }
    }

    @Test func theBrowserPlays() throws {
        let scratch = Scratch()
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-f", "lavfi", "-i", "sine=1000:r=48000", "-t", "30",
            "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", scratch.file("clip.mp4"),
        ])
        try scratch.write("<video src=clip.mp4 autoplay></video>", to: "page.html")
        let browser = try ChromiumBrowser()
        try browser.open("file://" + scratch.file("page.html"))
        try waitUntil("the clip to play") { try browser.playback().map { $0.currentTime > .seconds(1) && $0.decodedFrames > 20 } ?? false }
        let playback = try #require(try browser.playback())
        #expect(playback.width == 320 && playback.height == 180)
        #expect(playback.decodedAudioBytes > 0)
        #expect(playback.error.isEmpty && !playback.isPaused)
        #expect(try browser.screenshot().starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
}
