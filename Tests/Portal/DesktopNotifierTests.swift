import Fixtures
import Platform
import TestSupport
import Testing

@testable import Portal

/// What is shown to the desktop's user, and that a service that is not there, or hangs, costs nothing.
@Suite struct DesktopNotifierTests {
    private final class Running {
        let notifier: DesktopNotifier
        private let worker: Worker

        init(_ address: String) throws {
            let notifier = try DesktopNotifier(sessionBus: address)
            self.notifier = notifier
            worker = try Worker(name: "notify") { notifier.run() }
        }

        deinit {
            notifier.stop()
            worker.join()
        }
    }

    @Test func whatIsShownIsWhatTheServiceGets() throws {
        let server = try NotificationServer()
        let running = try Running(server.address)
        running.notifier.show(DesktopNotification("a", "Target 1 is lost", "<b> & so on"))
        running.notifier.show(DesktopNotification("b", "The disk is full", "End", isUrgent: true))
        try waitUntil("two") { server.shown.count == 2 }
        let (first, second) = (server.shown[0], server.shown[1])
        #expect(first["summary"] as? String == "Target 1 is lost" && first["body"] as? String == "&lt;b&gt; &amp; so on", "\(first)")
        #expect(first["program"] as? String == "Splitcast" && first["icon"] as? String == "splitcast" && first["timeout"] as? Int == -1)
        #expect(first["urgency"] as? Int == 1 && second["urgency"] as? Int == 2 && first["type"] as? String == "Byte", "\(first)")
        #expect(first["replaces"] as? Int == 0 && second["replaces"] as? Int == 0 && first["actions"] as? Int == 0)
    }

    @Test func oneTakesThePlaceOfTheOneBefore() throws {
        let server = try NotificationServer()
        let running = try Running(server.address)
        running.notifier.show(DesktopNotification("target-1", "lost", ""))
        try waitUntil("the first") { server.shown.count == 1 }
        for word in ["back", "lost again", "back again"] { running.notifier.show(DesktopNotification("target-1", word, "")) }
        // The newest, once its time has come.
        try waitUntil("the newest") { server.summaries.last == "back again" }
        #expect(server.shown.count == 2 && server.shown[1]["replaces"] as? Int == server.shown[0]["number"] as? Int, "\(server.shown)")
    }

    @Test(arguments: [NotificationServer.Kind.absent, .deaf]) func whoDoesNotAnswerHoldsUpNothing(kind: NotificationServer.Kind) throws {
        let server = try NotificationServer(kind)
        do {
            let running = try Running(server.address)
            for number in 0..<1000 { running.notifier.show(DesktopNotification("\(number)", "Words", "")) }
            if kind == .deaf { try waitUntil("it is asked") { !server.shown.isEmpty } }
        }
        #expect(server.shown.count <= NotificationQueue.mostSubjects)
    }

    @Test func aBusThatHangsOrIsNotThereHoldsUpNothing() throws {
        let server = try NotificationServer()
        server.freezeBus()
        defer { server.freezeBus(false) }
        for address in [server.address, "unix:path=/nowhere/bus"] {
            let running = try Running(address)
            for number in 0..<100 { running.notifier.show(DesktopNotification("\(number)", "Words", "")) }
        }
    }

    @Test func aBusThatGoesEndsNothing() throws {
        let server = try NotificationServer()
        let running = try Running(server.address)
        running.notifier.show(DesktopNotification("a", "Words", ""))
        try waitUntil("one") { server.shown.count == 1 }
        server.killBus()
        running.notifier.show(DesktopNotification("b", "Words", ""))
    }

    @Test func ofEachSubjectTheNewestWaitsForItsTime() {
        var queue = NotificationQueue()
        let start = MediaTime(nanoseconds: 1_000_000_000_000)
        func one(_ subject: String, _ summary: String) -> DesktopNotification { DesktopNotification(subject, summary, "") }
        queue.add(one("a", "1"))
        #expect(queue.nextTime == .zero && queue.next(at: start)?.summary == "1" && queue.next(at: start) == nil && queue.nextTime == nil)
        queue.add(one("a", "2"))
        queue.add(one("b", "3"))
        queue.add(one("a", "4"))
        #expect(queue.next(at: start)?.summary == "3" && queue.next(at: start) == nil)
        #expect(queue.nextTime == start + NotificationQueue.pause)
        #expect(queue.next(at: start + NotificationQueue.pause - .milliseconds(1)) == nil)
        #expect(queue.next(at: start + NotificationQueue.pause)?.summary == "4")
        for number in 0..<100 { queue.add(one("\(number)", "")) }
        let count = (0..<100).count { _ in queue.next(at: start + .seconds(60)) != nil }
        #expect(count == NotificationQueue.mostSubjects)
    }
}
