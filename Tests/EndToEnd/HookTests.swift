import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Commands of `--on`, run by a broadcast with its events.
@Suite(.serialized) struct HookTests {
    private let scratch = Scratch()

    private func card(_ arguments: [String], environment: [String: String?] = [:]) throws -> TestSupport.Stream {
        try Stream(
            ["live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off"] + arguments, environment: environment)
    }

    private func hooks(_ stream: TestSupport.Stream) throws -> [String: Int] { try stream.status()["hooks"] as? [String: Int] ?? [:] }

    private func lines(_ file: String) throws -> [[String: Any]] {
        try textOfFile(file).split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    }

    @Test func aLostServerRunsACommandWithTheEvent() throws {
        let (server, file) = (try RTMPServer(), scratch.file("events"))
        let stream = try card(
            [
                "--to", server.url("SECRETKEY"), "--on", "target.connectionLost=cat >> \(file)", "--on",
                "session.*=cat >> \(file); env >> \(file).env",
            ], environment: ["STREAM_KEY": "SECRETKEY"])
        try stream.waitUntilLive()
        server.stop()
        try waitUntil("the command: \(textOfFile(file))") { textOfFile(file).contains("connectionLost") }
        try server.start()
        try stream.waitUntilLive()
        try stream.stop()
        // The last event has its command run, too.
        let told = try lines(file)
        #expect(told.first?["code"] as? String == "session.started" && told.last?["code"] as? String == "session.ending", "\(told)")
        let lost = try #require(told.first { $0["code"] as? String == "target.connectionLost" })
        #expect(lost["target"] as? Int == 1 && (lost["words"] as? String)?.contains("lost") == true && lost["remedy"] != nil, "\(lost)")
        #expect(!textOfFile(file).contains("SECRETKEY") && !textOfFile(file + ".env").contains("SECRETKEY"))
        #expect(textOfFile(file + ".env").contains("SPLITCAST_EVENT=session.ending"))
    }

    @Test func aFailureIsAnEventThatRunsNothingAndTheStreamGoesOn() throws {
        let (file, recording) = (scratch.file("codes"), scratch.file("a.mkv"))
        let stream = try card([
            "--record", recording, "--on", "*=echo $SPLITCAST_EVENT >> \(file); exit 5", "--on", "target.live=sleep 600", "--on",
            "target.live=exec 1>&-; yes >&2",
        ])
        try stream.waitUntilLive()
        try waitUntil("failures") { try hooks(stream)["failed"] ?? 0 > 3 }
        let failed = try stream.events().filter { $0["code"] as? String == "hook.failed" }
        let fields = try #require(failed.first?["fields"] as? [String: Any])
        #expect(fields["hook"] as? Int == 1 && fields["pattern"] as? String == "*" && "\(fields)".contains("it ended with status 5"), "\(fields)")
        #expect(!textOfFile(file).contains("hook."))
        let table = String(decoding: try stream.command("status"), as: UTF8.self)
        #expect(table.contains("  hooks       ") && table.contains(" failed"), "\(table)")
        try waitUntil("one that hangs is ended") {
            try stream.events().contains { "\($0)".contains("it did not end within 10 s") }
        }
        try stream.stop()
        #expect(Program.decodingComplaints(recording) == "")
    }

    @Test func noCommandOutlivesItsHost() throws {
        func isRunning(_ pid: String) -> Bool {
            let state = textOfFile("/proc/\(pid)/stat")
            return !state.isEmpty && !state.contains(") Z ")
        }
        for isKilled in [false, true] {
            let file = scratch.file("pids-\(isKilled)")
            let stream = try card(["--record", scratch.file("\(isKilled).mkv"), "--on", "target.live=setsid sleep 600 & echo $! $$ > \(file); wait"])
            try waitUntil("the command runs: \(stream.process.output)") { textOfFile(file).hasSuffix("\n") }
            if isKilled { stream.process.kill() } else { try stream.stop() }
            let pids = textOfFile(file).split { $0.isWhitespace }.map(String.init)
            #expect(pids.count == 2 && Watchdog.until { pids.allSatisfy { !isRunning($0) } }, "\(pids)")
        }
    }

    @Test(arguments: [
        ("target.lost=true", "--on: no event is called 'target.lost': did you mean target.connectionLost?"),
        ("hook.failed=true", "--on: events of hooks run no hook"), ("target.live", "--on: give EVENT=COMMAND"),
    ])
    func aMistakeIsOneLine(text: String, words: String) throws {
        let stream = try card(["--record", scratch.file("a.mkv"), "--on", text])
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(2))
        #expect(stream.process.output.contains(words) && stream.process.output.split(separator: "\n").count == 1, "\(stream.process.output)")
    }

    @Test func theFileHasThemToo() throws {
        let file = scratch.file("events")
        try scratch.write("on: ['target.live=cat >> \(file)', 'recording.*=cat >> \(file)']\n", to: "config.yaml")
        let stream = try card(["--record", scratch.file("a.mkv")], environment: ["SPLITCAST_CONFIG": scratch.file("config.yaml")])
        try waitUntil("both: \(stream.process.output)") {
            let text = textOfFile(file)
            return text.contains("target.live") && text.contains("recording.file")
        }
        try stream.stop()
    }
}
