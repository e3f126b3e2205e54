import Fixtures
import Glibc
import Testing

@testable import Supervision

/// The guard of a program by itself: what it keeps to without a control group, and with a parent that ends nothing on its behalf.
@Suite struct ProgramGuardTests {
    private let scratch = Scratch()

    /// Starts a process in a session of its own whose parent has gone, and writes its number down.
    private static let leavingOneBehind = """
        #!/usr/bin/python3
        import os, signal, sys
        def leave(name, then):
            if os.fork() == 0:
                os.setsid()
                if os.fork() != 0: os._exit(0)
                os.close(1)
                os.close(2)
                signal.alarm(60)
                open(sys.argv[0] + '.part', 'w').write(str(os.getpid()))
                os.rename(sys.argv[0] + '.part', sys.argv[0] + name)
                then()
                os._exit(0)
            os.wait()
            while not os.path.exists(sys.argv[0] + name): pass

        """

    /// Becomes the guard, with a socket at standard input as a host gives it.
    private static let becoming = """
        import os, socket, sys
        host, own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        os.dup2(own.fileno(), 0)
        os.execv(sys.argv[1], sys.argv[1:])
        """

    private func guarding(program: String, standardOutput: Int32? = nil) throws -> FixtureProcess {
        try FixtureProcess(
            ["python3", "-c", Self.becoming, try releaseProduct("splitcast"), ProgramGuard.command, program], standardOutput: standardOutput)
    }

    /// Runs a script by way of a guard.
    private func guarding(_ script: String, standardOutput: Int32? = nil) throws -> FixtureProcess {
        try scratch.write(Self.leavingOneBehind + script, to: "program.py")
        chmod(scratch.file("program.py"), 0o755)
        return try guarding(program: scratch.file("program.py"), standardOutput: standardOutput)
    }

    private func number(_ name: String) throws -> pid_t {
        try waitUntil("what it leaves behind") { pid_t(textOfFile(scratch.file("program.py" + name))) != nil }
        return try #require(pid_t(textOfFile(scratch.file("program.py" + name))))
    }

    private func isGone(_ process: pid_t) -> Bool { kill(process, 0) == -1 && errno == ESRCH }

    @Test(arguments: [
        ("sys.exit(3)", Fixtures.ExitStatus.exited(3)), ("os.kill(os.getpid(), signal.SIGTERM)", .killed(signal: SIGTERM)),
        ("os.kill(0, signal.SIGKILL)", .killed(signal: SIGKILL)),
    ])
    func itEndsAsTheProgramDoesAndNotBeforeWhatThatLeftBehind(ending: String, status: Fixtures.ExitStatus) throws {
        let process = try guarding("leave('.pid', signal.pause)\n" + ending)
        #expect(process.exitStatus(within: .seconds(20)) == status, "\(process.output)")
        let left = try number(".pid")
        #expect(isGone(left))
        kill(left, SIGKILL)
    }

    @Test func askedToEndItEndsThemAll() throws {
        let process = try guarding("leave('.pid', signal.pause)\nsignal.pause()")
        let left = try number(".pid")
        process.send(SIGTERM)
        #expect(process.exitStatus(within: .seconds(20)) == .killed(signal: SIGKILL), "\(process.output)")
        #expect(isGone(left))
        kill(left, SIGKILL)
    }

    /// The host reads what the program prints: it is gone when no process can.
    @Test func itEndsThemAllWhenTheHostIsGone() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let process = try guarding("leave('.pid', signal.pause)\nsignal.pause()", standardOutput: ends[1])
        close(ends[1])
        let left = try number(".pid")
        #expect(process.isRunning && !isGone(left))
        close(ends[0])
        #expect(process.exitStatus(within: .seconds(20)) == .killed(signal: SIGKILL), "\(process.output)")
        #expect(isGone(left))
        kill(left, SIGKILL)
    }

    /// What has ended by itself is reaped while the program runs: none stays as a zombie.
    @Test func whatEndsWhileTheProgramRunsIsReaped() throws {
        let process = try guarding(
            """
            leave('.pid', signal.pause)
            leave('.ended', lambda: None)
            signal.pause()
            """)
        let (left, ended) = (try number(".pid"), try number(".ended"))
        try waitUntil("it to be reaped") { isGone(ended) }
        let parent = textOfFile("/proc/\(left)/stat").split(separator: ")").last?.split(separator: " ").dropFirst().first
        #expect(parent == "\(process.pid)", "its parent is the guard now")
        try process.expectRunning()
        process.end()
        #expect(isGone(left))
        kill(left, SIGKILL)
    }

    @Test func whatCannotBeStartedIsSaid() throws {
        let process = try guarding(program: scratch.file("none.py"))
        #expect(process.exitStatus(within: .seconds(20)).map { !$0.isSuccess } == true)
        #expect(process.output.contains("No such file") && process.output.contains("none.py"), "\(process.output)")
    }
}
