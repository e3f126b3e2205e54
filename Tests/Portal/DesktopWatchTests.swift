import Fixtures
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Portal

/// What services of the desktop say of its being seen.
@Suite struct DesktopWatchTests {
    private final class Watching {
        let watch: DesktopWatch
        let worker: Worker

        final class Box: Sendable { let causes = Mutex<Set<DesktopCause>>([]) }
        let box: Box

        init(_ address: String) throws {
            let box = Box()
            let watch = try DesktopWatch(sessionBus: address, systemBus: address) { [box] in
                let causes = $0
                box.causes.withLock { $0 = causes }
            }
            (self.box, self.watch) = (box, watch)
            worker = try Worker(name: "desktop") { watch.run() }
        }

        deinit {
            watch.stop()
            worker.join()
        }

        func wait(for causes: Set<DesktopCause>) throws {
            try waitUntil("\(causes)") { box.causes.withLock { $0 } == causes }
        }
    }

    @Test func eachCauseComesAndGoes() throws {
        let desktop = try DesktopServer()
        let watching = try Watching(desktop.address)
        try desktop.change(to: "locked")
        try watching.wait(for: [.locked])
        // Two services say the same.
        try desktop.change(to: "locked saver")
        try desktop.change(to: "saver")
        try desktop.change(to: "saver inactive")
        try watching.wait(for: [.locked, .switched])
        try desktop.change(to: "sleep")
        try watching.wait(for: [.sleep])
        try desktop.change(to: "")
        try watching.wait(for: [])
    }

    @Test func whatHoldsAtTheStartIsTold() throws {
        let desktop = try DesktopServer("saver inactive")
        let watching = try Watching(desktop.address)
        try watching.wait(for: [.locked, .switched])
        // A bus that has gone says nothing: a locked screen is not taken for an open one.
        desktop.killBus()
        watching.watch.stop()
        watching.worker.join()
        try watching.wait(for: [.locked, .switched])
    }

    @Test func aMachineWithoutABusSaysNothing() throws {
        let watching = try Watching("unix:path=/nowhere/bus")
        watching.watch.stop()
        watching.worker.join()
        try watching.wait(for: [])
    }

    @Test func powerSavingOfTheDisplayIsItsOwnCause() {
        var facts = DesktopFacts()
        for (mode, causes) in [(3, [.displayOff]), (0, []), (1, [.displayOff]), (-1, [])] as [(Int64, Set<DesktopCause>)] {
            facts.apply(
                BusSignal(
                    sender: ":1.1", path: DesktopNames.displaysPath, interface: DesktopNames.properties, member: "PropertiesChanged",
                    values: [.text(DesktopNames.displays), .entries(["PowerSaveMode": .signed(mode)]), .list([])]))
            #expect(facts.causes == causes)
        }
        // Values of other types, and other interfaces, change nothing.
        facts.apply(DesktopNames.session, "LockedHint", .text("true"))
        facts.apply("org.example", "LockedHint", .truth(true))
        facts.apply(BusSignal(sender: "", path: "/", interface: DesktopNames.manager, member: "PrepareForSleep"))
        #expect(facts.causes.isEmpty)
    }
}
