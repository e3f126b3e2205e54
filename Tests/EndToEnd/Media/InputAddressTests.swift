import Fixtures
import Foundation
import TestSupport
import Testing

/// A camera behind a password: its pictures are seen, and the password is not.
@Suite(.serialized) struct InputAddressTests {
    private static let password = "hunter2secret"

    /// A web server that gives a video to those who know name and password, and 401 to others.
    private final class Camera {
        let address: String
        private let server: FixtureProcess
        private let scratch = Scratch()

        init(_ path: String) throws {
            let video = scratch.file("video.ts")
            let source = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10", "-t", "120"]
            try runTool(["ffmpeg", "-nostdin", "-v", "error"] + source + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", video])
            let port = Port.free()
            address = "http://me:\(InputAddressTests.password)@127.0.0.1:\(port)/\(path)"
            try scratch.write(Self.program, to: "server.py")
            let process = try FixtureProcess(
                ["python3", scratch.file("server.py"), "\(port)", video], environment: ["PASSWORD": InputAddressTests.password])
            server = process
            try waitUntil("the web server: \(process.output.suffix(500))") {
                try process.expectRunning()
                return Port.isListening(port)
            }
        }

        deinit { server.kill() }

        /// Any part of it, so that it is watched in its own time.
        private static let program = """
            import base64, http.server, os, sys
            wanted = "Basic " + base64.b64encode(("me:" + os.environ["PASSWORD"]).encode()).decode()
            data = open(sys.argv[2], "rb").read()
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    if self.headers.get("Authorization") != wanted:
                        self.send_response(401)
                        self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                        self.send_header("Content-Length", "0")
                        self.end_headers()
                        return
                    start = min(int(self.headers.get("Range", "bytes=0-")[6:].split("-")[0]), len(data))
                    self.send_response(206 if "Range" in self.headers else 200)
                    self.send_header("Accept-Ranges", "bytes")
                    self.send_header("Content-Length", str(len(data) - start))
                    self.send_header("Content-Range", "bytes %d-%d/%d" % (start, len(data) - 1, len(data)))
                    self.end_headers()
                    self.wfile.write(data[start:])
                def log_message(self, *text): pass
            http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
            """
    }

    /// Everything that the kernel shows of a process: its arguments to all users, its environment to its own.
    private func shown(_ pid: Int32) -> String { ["cmdline", "environ"].map { textOfFile("/proc/\(pid)/\($0)") }.joined() }

    private func expectSecret(_ stream: TestSupport.Stream, _ agent: Int32, _ comment: Comment) throws {
        #expect(shown(agent).contains("splitcast-capture-media") && !shown(agent).contains(Self.password), comment)
        #expect(!shown(stream.process.pid).contains(Self.password), comment)
    }

    @Test func aPasswordStandsNowhereThoughItsCameraIsSeen() throws {
        let (scratch, camera, other) = (Scratch(), try Camera("one?token=\(Self.password)"), try Camera("two"))
        try scratch.write("# my camera\n\(camera.address)\n", to: "one.txt")
        try scratch.write(other.address, to: "two.txt")
        let stream = try Stream([
            "live", "--capture", "media", "--url", "@" + scratch.file("one.txt"), "--mic", "none", "--http", "off", "--verbose", "--to",
            scratch.file("seen.mkv"),
        ])
        let first = try stream.waitUntilLive(by: "media")
        try stream.waitForFrames(5)
        try expectSecret(stream, first, "at first")
        // Started again, it is told again.
        kill(first, SIGKILL)
        let second = try stream.waitUntilLive(by: "media", other: first)
        try stream.waitForFrames(5)
        try expectSecret(stream, second, "started again")
        let swap = try stream.running("swap", "media", "--url", "@" + scratch.file("two.txt"))
        #expect(swap.exitStatus(within: .seconds(30))?.isSuccess == true, "\(swap.output)")
        let third = try stream.waitUntilLive(by: "media", other: second)
        try stream.waitForFrames(5)
        try expectSecret(stream, third, "after a swap")
        // A program that has no file sends it over the control socket.
        _ = try stream.control.ask("swap", ["backend": "media", "arguments": ["--url", camera.address]])
        let fourth = try stream.waitUntilLive(by: "media", other: third)
        try expectSecret(stream, fourth, "by the control socket")
        let status = try [["status", "--json"], ["status"], ["agents"]].map { String(decoding: try stream.command($0), as: UTF8.self) }.joined()
        #expect(status.contains("127.0.0.1") && !status.contains(Self.password), "\(status)")
        #expect(!"\(try stream.events())".contains(Self.password))
        try stream.stop(restarts: true)
        let log = stream.process.output
        #expect(log.contains("asked: swap media --url http://…@127.0.0.1") && !log.contains(Self.password), "\(log)")
    }

    @Test(arguments: ["off", "strict"]) func anAgentStartedByHandReadsItToo(sandbox: String) throws {
        let (scratch, camera) = (Scratch(), try Camera("one"))
        try scratch.write(camera.address + "\n", to: "camera.txt")
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--to", scratch.file("seen.mkv")])
        try stream.waitUntilAnswering()
        let agent = try FixtureProcess(
            [
                "sh", "-c", "exec \"$0\" \"$@\" < '\(scratch.file("camera.txt"))'", try releaseProduct("splitcast-capture-media"), "--group",
                stream.group, "--sandbox", sandbox, "--url", "@-",
            ], environment: stream.environment)
        let pid = try stream.waitUntilLive(by: "media")
        try stream.waitForFrames(5)
        for process in [pid, agent.pid] { #expect(!shown(process).contains(Self.password)) }
        try stream.stop()
        #expect(!agent.output.contains(Self.password) && agent.output.contains("…@127.0.0.1"), "\(agent.output)")
    }

    @Test func aWrongPasswordIsToldWithoutShowingIt() throws {
        let (scratch, camera) = (Scratch(), try Camera("one"))
        try scratch.write(camera.address.replacing(Self.password, with: "wrongsecret"), to: "camera.txt")
        let stream = try Stream([
            "live", "--capture", "media", "--url", "@" + scratch.file("camera.txt"), "--mic", "none", "--http", "off", "--verbose", "--to",
            scratch.file("x.mkv"),
        ])
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(3), "\(stream.process.output)")
        let log = stream.process.output
        #expect(log.contains("the server wants a name and a password") && !log.contains("wrongsecret"), "\(log)")
    }
}
