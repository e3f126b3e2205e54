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

        final class Box: Sendable {
            let causes = Mutex<Set<DesktopCause>>([])
            let inhibition = Mutex(Inhibition())
        }
        let box: Box

        init(_ address: String, inhibited: Set<InhibitedAction> = []) throws {
            let box = Box()
            let watch = try DesktopWatch(sessionBus: address, systemBus: address, inhibited: inhibited) { [box] event in
                switch event {
                case .causes(let causes): box.causes.withLock { $0 = causes }
                case .inhibition(let inhibition): box.inhibition.withLock { $0 = inhibition }
                }
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

    @Test func locksAreHeldAsLongAsItRuns() throws {
        let desktop = try DesktopServer()
        do {
            let watching = try Watching(desktop.address, inhibited: [.sleep, .idle])
            try waitUntil("two locks") { watching.box.inhibition.withLock { $0 } == Inhibition(held: [.sleep, .idle]) }
            #expect(desktop.inhibitors == ["idle", "sleep"].map { "\($0)\tSplitcast\tA broadcast is running\tblock" })
        }
        try waitUntil("no lock") { desktop.inhibitors.isEmpty }
    }

    @Test func aRefusedLockIsSaidAndTheOtherHolds() throws {
        let desktop = try DesktopServer("refuse-idle")
        let watching = try Watching(desktop.address, inhibited: [.sleep, .idle])
        try waitUntil("one lock and why there is one") {
            watching.box.inhibition.withLock { $0 } == Inhibition(held: [.sleep], problem: "logind refuses to inhibit idle: Permission denied")
        }
        #expect(desktop.inhibitors.map { $0.prefix { $0 != "\t" } } == ["sleep"])
    }

    @Test func withoutLogindNothingIsSaid() throws {
        var inhibitors = Inhibitors([.sleep])
        for name in ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.UnknownMethod"] {
            inhibitors.apply(.error(name: name, words: "not there"), to: .sleep)
            #expect(inhibitors.state == Inhibition())
        }
        // An answer that is no descriptor.
        inhibitors.apply(.values([.text("yes")], sender: ":1.1"), to: .sleep)
        #expect(inhibitors.state == Inhibition())
        inhibitors.apply(.error(name: "org.freedesktop.DBus.Error.AccessDenied", words: ""), to: .sleep)
        #expect(inhibitors.state.problem.hasSuffix("org.freedesktop.DBus.Error.AccessDenied"))
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
