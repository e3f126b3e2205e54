import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// What status looks like for people.
@Suite struct StatusTextTests {
    @Test(arguments: 1...220) func theLineIsNeverWiderThanTheTerminal(columns: Int) {
        let line = StatusLine.text(.sample, columns: columns)
        #expect(line.count < max(2, columns))
        #expect(!line.isEmpty && !line.contains("\n"))
    }

    @Test func aWideTerminalShowsEverything() {
        let line = StatusLine.text(.sample, columns: 200)
        for part in [
            "live 0:01:05", "29.9 fps", "3500 kb/s", "7 dropped", "live.example.com live", "talk.mkv connecting", "mic [######----]",
            "x11 1.5/16 MiB cgroup v1, calls",
        ] {
            #expect(line.contains(part), "\(part) in \(line)")
        }
    }

    @Test func aNarrowTerminalKeepsTimeAndRate() {
        let line = StatusLine.text(.sample, columns: 60)
        #expect(line.contains("live 0:01:05") && line.contains("3500 kb/s") && line.contains("1/2 live"))
    }

    @Test func theTableNamesEverything() {
        let text = StatusTable.text(.sample)
        for part in [
            "group talk: live for 0:01:05 (pid 4711)", "http://127.0.0.1:8080/", "1280x720, 29.9 of 30 fps", "rtmp://live.example.com/app/***",
            "talk.mkv: disk full", "1 x11", ":0", "1.5 of 16 MiB (cgroup v1)", "calls filtered, no new privileges", "peak -24 dBFS",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test func eachOfSeveralEncodingsHasItsOwnLine() throws {
        var status = SessionStatus.sample
        status.encodings = try [("main", "1280x720", "[1]"), ("low", "640x360", "[2,3]")].map { name, size, targets in
            let text = """
                {"name":"\(name)","size":"\(size)","codec":"h264","pixel":"420","encoder":"x264","encoderProblem":"","fps":15,"bitRate":600000,
                "framesEncoded":1,"failed":0,"encodeMillisecondsMedian":1,"encodeMillisecondsWorst":2,"lastError":"","targets":\(targets)}
                """
            return try JSONDecoder().decode(SessionStatus.Encoding.self, from: Data(text.utf8))
        }
        let text = StatusTable.text(status)
        for part in ["of all encodings with audio", "main: 1280x720 h264, 15.0 fps, 600 kb/s, target 1\n", "low: 640x360 h264", "target 2, 3\n"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        // One of the picture's own size says nothing more.
        status.encodings.removeLast()
        #expect(!StatusTable.text(status).contains("encoded     main"))
    }

    /// What commands about it take.
    @Test func aTargetHasItsNumber() {
        let status = SessionStatus.sample
        #expect(StatusTable.text(status).contains("\n\(status.targets[0].id) \(status.targets[0].name) "))
    }

    @Test func anErrorThatNamesItsTargetNamesItOnce() {
        var status = SessionStatus.sample
        status.targets[0].state = "connecting"
        status.targets[0].lastError = status.targets[0].name + ": nothing listens there"
        let text = StatusTable.text(status)
        #expect(text.contains("\n" + status.targets[0].lastError) && text.ranges(of: "nothing listens").count == 1, "\(text)")
    }

    @Test(arguments: [
        ("live", "live for 0:01:05"), ("waiting", "waiting for 0:01:05"),
        ("holding", "holding the last picture until agent 1 shows something; running for 0:01:05"),
        ("slate", "showing the slate until agent 1 shows something; running for 0:01:05"),
        ("paused", "paused, viewers see the slate; running for 0:01:05"),
    ])
    func whatIsSeenAtTheMomentIsSaid(state: String, words: String) {
        var status = SessionStatus.sample
        status.state = state
        #expect(StatusTable.text(status).hasPrefix("Splitcast 0.1.0, group talk: \(words) (pid 4711)\n"))
    }

    @Test func anAgentIsGoneWhereTheScreenHasNone() {
        var status = SessionStatus.sample
        let agent = status.agents[0]
        var (standby, ofCamera) = (agent, agent)
        (standby.id, standby.isStandby, ofCamera.id, ofCamera.place) = (2, true, 3, "cam")
        for (state, what) in [("holding", "holding the last picture"), ("slate", "showing the slate")] {
            status.state = state
            for others in [[], [ofCamera]] {
                status.agents = others
                #expect(StatusTable.text(status).contains("group talk: \(what), its agent is gone; running for 0:01:05"))
            }
            // One that waits may have been detached: nothing of it comes by itself.
            for (attached, why) in [([agent, standby, ofCamera], " until agent 1 shows something"), ([standby], ", since agent 2 waits")] {
                status.agents = attached
                let text = StatusTable.text(status)
                #expect(text.contains("group talk: \(what)\(why); running") && !text.contains("is gone"), "\(text)")
            }
        }
    }

    @Test func aStreamThatIsNotSentIsSaidToBeOff() {
        var status = SessionStatus.sample
        status.streams = "audioOnly"
        (status.picture.size, status.agents) = ("", [])
        let text = StatusTable.text(status)
        #expect(text.contains("picture     off, audio alone is sent: 3500 kb/s, 7 dropped") && !text.contains("agent") && !text.contains("frame"))
        #expect(!StatusLine.text(status, columns: 200).contains("fps"))
        status = .sample
        status.streams = "videoOnly"
        #expect(StatusTable.text(status).contains("microphone  off, the picture alone is sent"))
        #expect(!StatusTable.text(status).contains("with audio"))
    }

    @Test func aStandbyAndAPausedAgentAreToldFromTheLiveOne() {
        var status = SessionStatus.sample
        status.agents += [status.agents[0], status.agents[0]]
        (status.agents[1].isLive, status.agents[1].isStandby, status.agents[2].isPaused) = (false, true, true)
        let lines = StatusTable.text(status).split(separator: "\n").filter { $0.hasPrefix("1 x11") }
        #expect(lines.count == 3)
        for (line, word) in zip(lines, [" live ", " standby ", " paused "]) { #expect(line.contains(word)) }
    }

    @Test func tableColumnsAreAligned() {
        var table = TextTable(heading: [("A", .left), ("BYTES", .right), ("C", .left)])
        table.rows = [["long name", "1", "x"], ["s", "12345678", "y"]]
        #expect(table.lines() == ["A             BYTES  C", "long name         1  x", "s          12345678  y"])
    }

    @Test(arguments: [(0.05, "0.1"), (29.97, "30.0"), (-3.21, "-3.2"), (-0.01, "0.0"), (.infinity, "–")])
    func figures(value: Double, text: String) { #expect(Figure.fixed(value) == text) }
}

extension SessionStatus {
    /// Decoded from what `--json` prints, which also holds the field names in place.
    static var sample: SessionStatus { StatusSample.status }
}
