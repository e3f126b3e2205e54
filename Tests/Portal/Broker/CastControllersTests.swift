import Fixtures
import Platform
import TestSupport
import Testing

@testable import Portal

/// Two things that are shared, one after the other, before a portal on a real bus.
@Suite struct CastControllersTests {
    private func withControllers(_ fixture: PortalServer, _ body: (CastControllers, CastRecord) throws -> Void) throws {
        let record = CastRecord()
        let store = RestoreStore(directory: fixture.directory + "/state", desktop: "tests")
        let controllers = CastControllers(store: store, address: fixture.address) { record.note($0) }
        defer { controllers.stop() }
        try body(controllers, record)
    }

    private let monitor = CastRequest(CastChoice())
    private let window = CastRequest(number: 3, CastChoice(sources: [.window]), isFresh: true)

    @Test func whatReplacesAnotherIsAskedForBesideItWhichIsClosedAfterwards() throws {
        let fixture = try PortalServer()
        try withControllers(fixture) { controllers, record in
            controllers.ask(1, monitor)
            _ = try record.remote(of: 1)
            controllers.delivered(1)
            controllers.ask(2, window)
            _ = try record.remote(of: 2)
            #expect(fixture.count("CreateSession") == 2 && fixture.last("SelectSources")?["types"] == "2")
            #expect(fixture.count("session closed") == 0, "its agent captures still")
            controllers.delivered(2)
            controllers.left(1, castFailed: false)
            try waitUntil("the first session is closed") { fixture.count("session closed") == 1 }
            // The one that stayed serves the next agent.
            controllers.ask(4, window)
            _ = try record.remote(of: 4)
            #expect(fixture.count("CreateSession") == 2)
        }
        try waitUntil("all are closed") { fixture.count("session closed") == 2 }
    }

    @Test func whoIsAskedToChooseAnewIsNotAnsweredByAnEarlierPermission() throws {
        let fixture = try PortalServer()
        let store = RestoreStore(directory: fixture.directory + "/state", desktop: "tests")
        #expect(store.take(.renewed("kept"), for: window.choice))
        try withControllers(fixture) { controllers, record in
            controllers.ask(1, window)
            _ = try record.remote(of: 1)
            #expect(fixture.last("SelectSources")?["restore_token"] == nil && fixture.last("SelectSources")?["persist_mode"] == "2")
        }
        // What was chosen is what is kept.
        #expect(store.record(for: window.choice)?.state == .valid && store.record(for: window.choice)?.token != "kept")
    }

    @Test func whatWasNotWantedAfterAllIsClosedAndTheOtherStays() throws {
        let fixture = try PortalServer()
        try withControllers(fixture) { controllers, record in
            controllers.ask(1, monitor)
            _ = try record.remote(of: 1)
            controllers.delivered(1)
            try fixture.answer("start:cancel")
            controllers.ask(2, window)
            #expect(try record.refusal(of: 2).code == .cancelled)
            controllers.left(2, castFailed: false)
            try fixture.answer()
            controllers.ask(5, monitor)
            _ = try record.remote(of: 5)
            #expect(fixture.count("CreateSession") == 2)
            // Its number again is another question.
            controllers.ask(6, window)
            _ = try record.remote(of: 6)
        }
    }
}
