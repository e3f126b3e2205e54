import Fixtures
import Glibc
import Platform
import Testing

@testable import Intake
@testable import Supervision

@Suite(.serialized) struct LaunchTests {
    @Test func aProgramGetsNoSecretOfOurEnvironment() throws {
        setenv("SPLITCAST_STREAM_KEY", "live_secret", 1)
        setenv("AWS_SECRET_ACCESS_KEY", "secret", 1)
        setenv("LC_TIME", "C.UTF-8", 1)
        defer { for name in ["SPLITCAST_STREAM_KEY", "AWS_SECRET_ACCESS_KEY", "LC_TIME"] { unsetenv(name) } }
        let names = Set(try linesOf("env").map { String($0.prefix { $0 != "=" }) })
        #expect(names.isSuperset(of: ["PATH", "LC_TIME"]))
        // The shell makes PWD and its own name up itself.
        let harmless: Set = ["PATH", "HOME", "USER", "LANG", "DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "TMPDIR", "TZ"]
        let rest = names.subtracting(harmless).subtracting(["DBUS_SESSION_BUS_ADDRESS", "PWD", "SHLVL", "_", "OLDPWD"])
        #expect(rest.allSatisfy { $0.hasPrefix("LC_") }, "\(rest)")
    }

    @Test func aProgramGetsNoOtherDescriptor() throws {
        // Not closed by exec, as those of a careless library.
        let careless = (0..<20).map { _ in dup(0) }
        defer { for descriptor in careless { close(descriptor) } }
        #expect(careless.allSatisfy { $0 >= 0 })
        let open = try linesOf("i=0; while [ $i -lt 200 ]; do [ -e /proc/$$/fd/$i ] && echo $i; i=$((i+1)); done")
        #expect(open == ["0", "1", "2"])
        #expect(try linesOf("readlink /proc/$$/fd/0") == ["/dev/null"])
    }

    @Test func aProgramStartsWithAllSignalsAsTheyAreMeantToBe() throws {
        signal(SIGPIPE, SIG_IGN)
        var blocked = sigset_t()
        sigfillset(&blocked)
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let lines = try linesOf("exec cat /proc/self/status").filter { $0.hasPrefix("SigBlk") || $0.hasPrefix("SigIgn") || $0.hasPrefix("SigCgt") }
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasSuffix("0000000000000000") }, "\(lines)")
    }

    @Test func aProgramIsInASessionOfItsOwn() throws {
        let process = try LimitedProcess(Launch(program: "/bin/cat", arguments: ["/proc/self/stat"]), limits: .standard, group: .standard)
        let pid = process.child.processID
        let fields = try finish(process).lines[0].split(separator: " ").map(String.init)
        #expect(fields[4...5] == ["\(pid)", "\(pid)"])
    }

    @Test func newPrivilegesAreGivenUpWhenAskedFor() throws {
        func answer(_ gainsNone: Bool) throws -> [String] {
            try linesOf("exec cat /proc/self/status") { $0.gainsNoPrivileges = gainsNone }.filter { $0.hasPrefix("NoNewPrivs") }
        }
        #expect(try answer(true).map { $0.last } == ["1"])
        #expect(try answer(false).map { $0.last } == ["0"])
    }

    @Test func anEndIsToldAgainWhenItIsAskedForAgain() throws {
        let process = try LimitedProcess(Launch(program: "/bin/sh", arguments: ["-c", "exit 7"]), limits: .standard, group: .standard)
        let ending = try finish(process).ending
        #expect(ending.end == .exited(code: 7))
        #expect(process.reap() == ending)
        #expect(process.child.end(patience: .zero) == .exited(code: 7))
    }

    @Test func whatHinderedTheStartIsThrown() throws {
        func number(_ program: String) -> Int32? {
            do throws(SystemError) {
                _ = try finishing(Launch(program: program, arguments: []))
                return nil
            } catch { return error.number }
        }
        func finishing(_ launch: Launch) throws(SystemError) -> ChildProcess.End { try ChildProcess(launch).end(patience: .seconds(1)) }
        let scratch = Scratch()
        try scratch.write("no program", to: "text")
        try scratch.write("\u{7F}ELF broken", to: "broken")
        chmod(scratch.file("broken"), 0o700)
        #expect(number("/nowhere/splitcast-capture-x11") == ENOENT)
        #expect(number(scratch.file("text")) == EACCES)
        #expect(number(scratch.file("broken")) == ENOEXEC)
        #expect(throws: SystemError.self) {
            try LimitedProcess(Launch(program: scratch.file("broken"), arguments: []), limits: .standard, group: .standard)
        }
    }

    @Test func aGroupThatCannotBeEnteredIsThrownWithThatWord() throws {
        var launch = Launch(program: "/bin/true", arguments: [])
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        launch.group = full
        do throws(SystemError) {
            _ = try ChildProcess(launch).end(patience: .zero)
            Issue.record("it was started")
        } catch {
            #expect(error.number == ENOSPC)
            #expect(error.operation.contains("entering its memory group"))
        }
    }

    @Test func aProgramEndsWithTheThreadThatStartedItWhenAskedTo() throws {
        final class Box: @unchecked Sendable { var processes: [ChildProcess] = [] }
        let box = Box()  // written by the worker, read once it is joined
        let worker = try Worker(name: "starter") {
            for ends in [true, false] {
                var launch = Launch(program: "/usr/bin/tail", arguments: ["-f", "/dev/null"])
                launch.endsWithThread = ends
                if let child = try? ChildProcess(launch) { box.processes.append(child) }  // counted below
            }
        }
        worker.join()
        try #require(box.processes.count == 2)
        try waitUntil("the end of the first") { box.processes[0].hasEnded }
        #expect(box.processes[0].reap() == .killed(signal: SIGKILL))
        #expect(!box.processes[1].hasEnded)
        #expect(box.processes[1].end(patience: .seconds(2)) == .killed(signal: SIGTERM))
    }
}
