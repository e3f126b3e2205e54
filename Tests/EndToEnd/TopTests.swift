import Fixtures
import Foundation
import TestSupport
import Testing

/// `splitcast top` on a terminal of its own.
@Suite(.serialized) struct TopTests {
    private let scratch = Scratch()

    private func card() throws -> TestSupport.Stream {
        let stream = try Stream(
            ["live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off", "--to", scratch.file("talk.mkv")])
        try stream.waitUntilLive()
        return stream
    }

    /// Runs it in a new terminal, which goes on with it; writes what it drew, and at the end whether the terminal is as it was.
    private static let terminal = """
        import os, pty, select, signal, struct, sys, fcntl, termios, time
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        before = termios.tcgetattr(slave)
        pid = os.fork()
        if pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for end in 0, 1, 2: os.dup2(slave, end)
            os.environ["TERM"] = "xterm"
            os.execv(sys.argv[1], sys.argv[1:])
        print("pid", pid, flush=True)
        drawn, inputs = b"", [master, 0]
        while True:
            ready, _, _ = select.select(inputs, [], [], 0.05)
            if master in ready:
                piece = os.read(master, 65536)
                drawn += piece
                sys.stdout.write(piece.decode("utf-8", "replace")); sys.stdout.flush()
            if 0 in ready:
                keys = os.read(0, 64)
                if keys: os.write(master, keys)
                else: inputs.remove(0)
            if not ready:
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended: break
        after = termios.tcgetattr(slave)
        print("\\nended", os.waitstatus_to_exitcode(status), "same" if after == before else "changed",
              "left" if drawn.rstrip().rfind(b"\\x1b[?1049l") > drawn.rfind(b"\\x1b[?1049h") else "stayed", flush=True)
        """

    private func top(_ stream: TestSupport.Stream) throws -> (process: FixtureProcess, keys: FileHandle) {
        try scratch.write(Self.terminal, to: "terminal.py")
        let pipe = scratch.file("keys")
        unlink(pipe)
        guard mkfifo(pipe, 0o600) == 0 else { throw FixtureError("mkfifo: \(String(cString: strerror(errno)))") }
        let process = try FixtureProcess(
            [
                "bash", "-c", "exec /usr/bin/python3 \"$@\" < \(pipe)", "top", scratch.file("terminal.py"), try releaseProduct("splitcast"), "top",
                "--group", stream.group,
            ],
            environment: stream.environment)
        return (process, try #require(FileHandle(forWritingAtPath: pipe)))
    }

    @Test func keysSteerTheBroadcastAndTheTerminalIsAsItWas() throws {
        let stream = try card()
        let (process, keys) = try top(stream)
        try process.waitForOutput("group test: live")
        keys.write(Data("p".utf8))
        try process.waitForOutput("pause: done")
        #expect(try stream.status()["state"] as? String == "paused")
        keys.write(Data("r".utf8))
        try process.waitForOutput("resume: done")
        keys.write(Data("M".utf8))
        try process.waitForOutput("everything is muted")
        keys.write(Data("k".utf8))
        try process.waitForOutput("chapter: Chapter 1")
        keys.write(Data("q".utf8))
        try process.waitForOutput("ended 0 same left")
        try stream.stop()
    }

    @Test(arguments: [("\u{3}", "ended 0 same left"), ("SEGV", "ended -11 same left"), ("ABRT", "ended -6 same left"), ("TERM", "ended 0 same left")])
    func whateverEndsItTheTerminalIsAsItWas(end: String, expected: String) throws {
        let stream = try card()
        let (process, keys) = try top(stream)
        try process.waitForOutput("group test: live")
        if end == "\u{3}" {
            keys.write(Data(end.utf8))
        } else {
            let pid = try #require(process.output.firstMatch(of: /pid (\d+)/)?.1)
            _ = try runTool(["kill", "-" + end, String(pid)])
        }
        try process.waitForOutput(expected)
        try stream.stop()
    }

    @Test func itEndsWithItsHost() throws {
        let stream = try card()
        let (process, keys) = try top(stream)
        try process.waitForOutput("group test: live")
        try withExtendedLifetime(keys) { try stream.stop() }
        try process.waitForOutput("the host has ended")
        try process.waitForOutput("ended 0 same left")
    }

    @Test func withoutATerminalItSaysWhatToTypeInstead() throws {
        let stream = try card()
        let run = try Program([try releaseProduct("splitcast"), "top", "--group", stream.group], environment: stream.environment)
        #expect(run.complaints.contains("needs a terminal") && run.complaints.contains("splitcast status --follow"))
        try stream.stop()
    }
}
