import ControlFixtures
import Events
import Session
import Testing

@testable import SplitcastCLI

@Suite struct TopScreenTests {
    private let screen: TopScreen

    init() {
        let session = FakeSession(
            agents: [FakeSession.agent(1, "x11", ":0", isLive: true)], targets: [FakeSession.target(1, "rtmp://live.example.com/app/***")])
        for number in 1...30 { _ = session.tell(.targetLive, "event \(number)") }
        _ = session.tell(.targetConnectionLost, "lost\u{1B}[31m for good", .warning, remedy: "look at the network")
        screen = TopScreen(status: session.status(), events: session.events(since: 0).events, note: "pause: done")
    }

    @Test(arguments: [1, 2, 3, 5, 10, 24, 60, 200], [1, 10, 40, 80, 200]) func itFitsTheTerminalAndFillsIt(rows: Int, columns: Int) {
        let lines = screen.lines(columns: columns, rows: rows)
        #expect(lines.count == rows && lines.allSatisfy { $0.count <= columns })
        #expect(lines.last == String(TopScreen.keys.prefix(columns)))
        #expect(!lines.joined().unicodeScalars.contains { $0.value < 32 })
    }

    @Test func figuresMetersTargetsAgentsAndEventsAreThere() {
        let text = screen.lines(columns: 200, rows: 50).joined(separator: "\n")
        for part in [
            "group talk: live", "29.5 of 30 fps", "live.example.com", "1 x11", "mic", "[####", "event 30", "look at the network", "pause: done",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func aSmallTerminalStillHasTheNewestEvents() {
        let lines = screen.lines(columns: 100, rows: 14)
        #expect(
            lines[0].contains("group talk: live") && lines.contains { $0.contains("lost") } && lines.contains { $0.contains("look at the network") })
        #expect(!lines.contains { $0.contains("event 3 ") })
    }
}
