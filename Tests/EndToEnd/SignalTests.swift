import Fixtures
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// Ctrl-C ends a broadcast, whatever stands still.
@Suite(.serialized) struct SignalTests {
    /// A named pipe that no one reads.
    private final class UnreadPipe {
        let path: String
        private let descriptor: Int32

        init(_ path: String) throws {
            self.path = path
            guard mkfifo(path, 0o600) == 0 else { throw FixtureError("mkfifo \(path)") }
            // For reading too: without a reader it could not be opened for writing.
            descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw FixtureError("open \(path)") }
        }

        deinit { close(descriptor) }

        /// Nothing fits any more.
        func fill() {
            for count in [4096, 1] {
                let bytes = [UInt8](repeating: 10, count: count)
                while write(descriptor, bytes, count) > 0 {}
            }
        }
    }

    @Test func aConsoleThatIsNotReadHoldsNothingUp() throws {
        let scratch = Scratch()
        let console = try UnreadPipe(scratch.file("console"))
        let (recording, playlist) = (scratch.file("card.mkv"), scratch.file("live.m3u8"))
        let stream = try Stream(
            [
                "live", "--capture", "pattern", "--pattern-size", "640x360", "--mic", "none", "--http", "off", "--to", recording, "--to", playlist,
                "--verbose",
            ], inside: ["/bin/sh", "-c", "exec \"$@\" 2>'\(console.path)'", "sh"])
        try stream.waitUntilLive()
        console.fill()
        let swap = try stream.running("swap", ["pattern", "--size", "640x360"])
        #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
        try stream.waitForFrames()
        stream.process.send(SIGINT)
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(0))
        #expect(!stream.process.output.contains("ending"), "standard error went elsewhere")
        #expect(try decodingErrors(of: recording) == "")
        #expect(textOfFile(playlist).hasSuffix("#EXT-X-ENDLIST\n"), "\(textOfFile(playlist))")
    }

    @Test func aSecondCtrlCDoesNotWaitForAFrozenServer() throws {
        let (screen, server) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream.live(screen, to: [server.url("a")])
        try stream.waitUntilLive()
        server.pause()
        defer { server.resume() }
        // A clean end would try for two seconds to send it.
        try waitUntil("its queue to be full") { try stream.target(1)["droppedFrames"] as? Int ?? 0 > 0 }
        stream.process.send(SIGINT)
        try stream.process.waitForOutput("ending; Ctrl-C again ends at once")
        // What comes within 0.3 s belongs to the first.
        letRun(for: .milliseconds(400))
        stream.process.send(SIGINT)
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(130), "\(stream.process.output)")
        // Not the third, which the kernel's handler answers without a word.
        #expect(stream.process.output.contains("ended at once"), "\(stream.process.output)")
        stimulus.stop()
    }
}
