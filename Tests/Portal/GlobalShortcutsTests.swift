import Fixtures
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Portal

/// Shortcuts by the desktop's portal, against one of the tests' own: no real desktop was asked.
@Suite struct GlobalShortcutsTests {
    private final class Running {
        final class Told: Sendable {
            let events = Mutex<[ShortcutEvent]>([])
            let isOver = Atomic<Bool>(false)
        }
        let told = Told()
        private let wakeup: Wakeup
        private let worker: Worker

        init(_ address: String) throws {
            let shortcuts = [
                DesktopShortcut(id: "1-mark", title: "Put a chapter into recordings", trigger: "F8"),
                DesktopShortcut(id: "2-push-to-talk", title: "Push to talk", trigger: "CTRL+ALT+m"),
            ]
            let wakeup = try Wakeup()
            self.wakeup = wakeup
            worker = try Worker(name: "hotkeys") { [told] in
                GlobalShortcuts(shortcuts, sessionBus: address, wakeup: wakeup) { event in told.events.withLock { $0.append(event) } }.run {
                    told.isOver.load(ordering: .acquiring)
                }
            }
        }

        deinit { stop() }

        func stop() {
            told.isOver.store(true, ordering: .releasing)
            wakeup.signal()
            worker.join()
        }

        var events: [ShortcutEvent] { told.events.withLock { $0 } }
        func wait(for events: ShortcutEvent...) throws {
            try waitUntil("\(events), not \(self.events)", timeout: .seconds(30)) { self.events == events }
        }
    }

    @Test func shortcutsAreBoundPressedAndReleased() throws {
        let portal = try ShortcutServer()
        let running = try Running(portal.address)
        try running.wait(for: .ready(2))
        let bound = portal.requests.filter { $0["what"] == "bind" }
        #expect(bound.map { $0["id"] } == ["1-mark", "2-push-to-talk"] && bound.map { $0["trigger"] } == ["F8", "CTRL+ALT+m"], "\(bound)")
        #expect(bound.first?["title"] == "Put a chapter into recordings" && portal.requests.contains { $0["name"] == "splitcast" })
        // Twice is once, and another session's are none of ours.
        try portal.act("press 1-mark", "release 1-mark", "foreign 1-mark", "press 2-push-to-talk", "press 2-push-to-talk", "press unknown")
        try running.wait(for: .ready(2), .pressed("1-mark"), .released("1-mark"), .pressed("2-push-to-talk"))
        running.stop()
        #expect(running.events.last == .released("2-push-to-talk"))
        try waitUntil("the session is closed") { portal.count("close") == 1 }
    }

    @Test func aPortalThatComesBackIsAskedAgainAndNothingStaysHeld() throws {
        let portal = try ShortcutServer()
        let running = try Running(portal.address)
        try running.wait(for: .ready(2))
        try portal.act("press 2-push-to-talk")
        portal.kill()
        let gone: [ShortcutEvent] = [
            .ready(2), .pressed("2-push-to-talk"), .released("2-push-to-talk"), .unavailable(why: "the desktop portal went away"),
        ]
        try waitUntil("the end: \(running.events)") { Array(running.events.prefix(4)) == gone }
        try portal.restart()
        try waitUntil("the return: \(running.events)", timeout: .seconds(30)) { running.events.last == .ready(2) }
    }

    @Test func sharesThatAreTakenBackAreAskedForAgain() throws {
        let portal = try ShortcutServer()
        let running = try Running(portal.address)
        try running.wait(for: .ready(2))
        try portal.act("close")
        try running.wait(for: .ready(2), .unavailable(why: "the desktop has taken the shortcuts back"), .ready(2))
    }

    @Test func aNoIsANo() throws {
        let portal = try ShortcutServer("refuse")
        let running = try Running(portal.address)
        try running.wait(for: .unavailable(why: "the desktop's user refused them"))
        #expect(portal.count("create") == 1)
    }

    @Test func aPortalWithoutThemIsSaid() throws {
        let portal = try ShortcutServer("none")
        let running = try Running(portal.address)
        try waitUntil("a line: \(running.events)") { !running.events.isEmpty }
        guard case .unavailable(let why)? = running.events.first else {
            Issue.record("\(running.events)")
            return
        }
        #expect(why.hasPrefix("this desktop's portal has no global shortcuts"))
    }

    @Test func noPortalAndNoBusAreSaid() throws {
        let bus = try NotificationServer(.absent)
        try Running(bus.address).wait(for: .unavailable(why: "there is no desktop portal on the session bus"))
        let running = try Running("unix:path=/nowhere/bus")
        try waitUntil("a line") { "\(running.events)".contains("the session bus cannot be reached") }
    }
}
