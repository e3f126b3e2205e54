import AppGroup
import Fixtures
import Foundation
import Logging
import Platform
import Session
import Synchronization
import Testing

@testable import SplitcastCLI

/// What a service manager hears, on a real socket.
@Suite struct ServiceNotifierTests {
    private let receiver = DatagramReceiver()

    @Test func itIsToldReadinessStatusLifeAndTheEnd() throws {
        let notifier = try #require(
            ServiceNotifier(environment: ["NOTIFY_SOCKET": receiver.path, "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "\(getpid())"]))
        notifier.ready("waiting\nfor agents")
        #expect(receiver.next() == "READY=1\nSTATUS=waiting for agents")
        notifier.keepAlive()
        #expect(receiver.next() == "WATCHDOG=1")
        notifier.reloading()
        #expect(receiver.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        notifier.stopping()
        #expect(receiver.next() == "STOPPING=1\nSTATUS=ending")
        #expect(ServiceWatch(notifier: notifier).interval == .milliseconds(1500))
    }

    /// Of a state that changes it hears within a second or two, not with the next look at the figures.
    @Test func aStateThatChangesIsToldAtOnce() async throws {
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": receiver.path]))
        let looks = Atomic<Int>(0)
        let watch = Task {
            await ServiceWatch(notifier: notifier).run {
                var status = SessionStatus.sample
                status.state = looks.add(1, ordering: .relaxed).oldValue == 0 ? "waiting" : "live"
                return status
            }
        }
        defer { watch.cancel() }
        #expect(receiver.next().hasPrefix("READY=1\nSTATUS=waiting"))
        #expect(receiver.next().hasPrefix("STATUS=live"))
        #expect(looks.load(ordering: .relaxed) <= 3)
    }

    @Test func theAbstractNamespaceIsReachedToo() throws {
        let abstract = DatagramReceiver(isAbstract: true)
        try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": abstract.path])).status("live")
        #expect(abstract.next() == "STATUS=live")
    }

    @Test func withoutASocketNoOneIsTold() {
        #expect(ServiceNotifier(environment: [:]) == nil)
        #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": "vsock:2:1"]) == nil)
        #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": "/a", "WATCHDOG_USEC": "5", "WATCHDOG_PID": "1"])?.watchdog == nil)
        #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/at/all"]).map { $0.stopping() } != nil)
    }

    @Test func theJournalGetsEventsWithTheirFields() {
        let journal = DatagramReceiver()
        let log = Logger(label: "splitcast") { _ in JournalLogHandler(.info, group: "talk", socket: journal.path) }
        log.warning("target 2 is lost", metadata: ["event.code": "target.lost", "event.target": "2", "more": "x"])
        #expect(
            journal.next()
                == "MESSAGE=target 2 is lost more=x\nPRIORITY=4\nSYSLOG_IDENTIFIER=splitcast\nSPLITCAST_GROUP=talk\n"
                + "SPLITCAST_CODE=target.lost\nSPLITCAST_TARGET=2\n")
        #expect(!JournalLogHandler.isJournal(2, [:]) && !JournalLogHandler.isJournal(2, ["JOURNAL_STREAM": "1:1"]))
        var facts = stat()
        #expect(fstat(2, &facts) == 0 && JournalLogHandler.isJournal(2, ["JOURNAL_STREAM": "\(facts.st_dev):\(facts.st_ino)"]))
    }
}

/// The units, as systemd itself reads them.
@Suite struct ServiceUnitTests {
    private let scratch = Scratch()
    private let group = GroupName.standard

    private func command(_ words: [String]) throws -> ServiceInstallCommand {
        try #require(try ServiceInstallCommand.parseAsRoot(words) as? ServiceInstallCommand)
    }

    /// What `systemd-analyze verify` says of them; programs are this one.
    private func verdict(_ units: [ServiceUnit]) throws -> String {
        for unit in units { try unit.text.write(toFile: scratch.file(unit.name), atomically: true, encoding: .utf8) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
        process.arguments = ["verify", "--user", "--man=no", "--recursive-errors=no"] + units.map { scratch.file($0.name) }
        process.environment = ["XDG_RUNTIME_DIR": scratch.path, "HOME": scratch.path, "PATH": "/usr/bin:/bin"]
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self) + (process.terminationStatus == 0 ? "" : "exit code \(process.terminationStatus)")
    }

    @Test func systemdHasNothingAgainstThem() throws {
        let host = ServiceUnit.host(group, program: "/bin/true", arguments: ["live", "--use", "my \"50%\" $talk"], agents: ["x11"])
        let agent = ServiceUnit.agent(group, backend: "x11", program: "/bin/true", arguments: ["--display", ":1"], memory: "16M")
        #expect(try verdict([host, agent]) == "")
    }

    /// A word with a line break stays a word.
    @Test func noWordBeginsAnotherSetting() throws {
        let host = ServiceUnit.host(group, program: "/bin/true", arguments: ["live", "--use", "a\nExecStartPre=/bin/false", "\u{1B}\r\n\t"])
        #expect(host.text.split(separator: "\n").count { $0.hasPrefix("Exec") } == 2)
        #expect(host.text.contains(#"ExecStart=/bin/true live --use "a\x0aExecStartPre=/bin/false" "\x1b\x0d\x0a\x09""#))
        #expect(try verdict([host]) == "")
    }

    @Test func aUnitWithAMistakeIsSeen() throws {
        var text = ServiceUnit.host(group, program: "/bin/true", arguments: []).text
        text.replace("WatchdogSec=", with: "WatchdogSeconds=")
        #expect(try verdict([ServiceUnit(name: "a.service", text: text)]).contains("WatchdogSeconds"))
    }

    @Test func theHostIsWatchedReloadedAndStartedAgain() throws {
        let units = try command(["--group", "talk", "--use", "talk", "--config", "none"]).units(try GroupName("talk"), folder: "/usr/bin")
        let text = try #require(units.first).text
        #expect(units.map(\.name) == ["splitcast-talk.service"])
        for line in [
            "Type=notify", "ExecStart=/usr/bin/splitcast live --group talk --use talk --config none", "ExecReload=/bin/kill -HUP $MAINPID",
            "WatchdogSec=30", "Restart=on-failure", "RestartSec=5", "Delegate=memory pids",
            // systemd never gives up: a kiosk whose network comes after an hour has no one beside it.
            "StartLimitIntervalSec=0",
        ] { #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)") }
    }

    @Test func agentsHaveUnitsUnderAMemoryLimit() throws {
        let units = try command(["--agent", "pattern=640x360", "--agent", "media=/dev/video0"]).units(group, folder: "/usr/bin")
        #expect(
            units.map(\.name) == ["splitcast-default.service", "splitcast-default-agent-pattern.service", "splitcast-default-agent-media.service"])
        #expect(units[0].text.contains("splitcast host --group default\n") && units[0].text.contains("as it takes.\nStartLimitIntervalSec=0\n"))
        #expect(units[1].text.contains("MemoryMax=16M\n") && units[1].text.contains("splitcast-capture-pattern --group default --size 640x360\n"))
        #expect(units[2].text.contains("MemoryMax=64M\n") && units[2].text.contains("--device /dev/video0\n"))
    }

    @Test func theHostHasAMemoryLimitWhereItIsGiven() throws {
        let without = try command([]).units(group, folder: "/usr/bin")
        let with = try command(["--host-memory", "256M"]).units(group, folder: "/usr/bin")
        #expect(!without[0].text.contains("MemoryMax"))
        #expect(with[0].text.contains("\nMemoryMax=256M\n") && with[0].text.contains("\nDelegate=memory pids\n"))
    }

    @Test(arguments: [
        ["--agent", "nothing"], ["--agent", "x11", "--agent", "x11=:1"], ["--agent", "media=clip.mp4"], ["--agent-memory", "8M"],
        ["--agent", "x11", "--agent-memory", "lots"], ["--host-memory", "lots"],
    ]) func aMistakeIsNamed(words: [String]) throws {
        let failure = #expect(throws: CommandFailure.self) { try command(words).units(group, folder: "/usr/bin") }
        #expect(failure?.code == .usage)
    }

    @Test func aFileThatIsNotOursIsNeitherReplacedNorRemoved() throws {
        let folder = try ServiceFolder(environment: ["XDG_CONFIG_HOME": scratch.file("c")])
        let unit = ServiceUnit.host(group, program: "/bin/true", arguments: [])
        try folder.write(unit)
        try folder.write(unit)
        #expect(folder.units(of: "default") == ["splitcast-default.service"] && folder.units(of: "def").isEmpty)
        try folder.remove(unit.name)
        #expect(folder.units(of: "default").isEmpty)
        try "[Service]\n".write(toFile: folder.path + "/" + unit.name, atomically: true, encoding: .utf8)
        #expect(throws: CommandFailure.self) { try folder.write(unit) }
        #expect(folder.units(of: "default").isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [unit.name])
    }

    @Test func withoutSystemdThereIsAClearLine() {
        let failure = #expect(throws: CommandFailure.self) { try ServiceFolder.requireSystemd(instead: "do that", at: scratch.file("none")) }
        #expect(failure?.message == "this machine is not run by systemd, which 'splitcast service' needs: do that")
        #expect(throws: Never.self) { try ServiceFolder.requireSystemd(instead: "", at: scratch.path) }
    }

    @Test func lingeringIsExplained() throws {
        #expect(ServiceInstallCommand.closing(group, isLingering: false).contains("loginctl enable-linger"))
        #expect(ServiceInstallCommand.closing(try GroupName("talk"), isLingering: true).contains("'splitcast service logs --group talk'"))
    }
}
