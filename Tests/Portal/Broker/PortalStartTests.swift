import Fixtures
import TestSupport
import Testing

@testable import Portal

/// A portal that is being started shares less than it will, or nothing.
@Suite struct PortalStartTests {
    private func withController(_ fixture: PortalServer, _ body: (CastController, CastRecord) throws -> Void) throws {
        let record = CastRecord()
        let controller = CastController(CastChoice(), store: nil, address: fixture.address) { record.note($0) }
        defer { controller.stop() }
        try body(controller, record)
    }

    /// As while the part of it that asks the user is started again.
    @Test func aPortalThatSharesNothingYetIsWaitedFor() throws {
        let fixture = try PortalServer(["--sources", "0"])
        try withController(fixture) { controller, record in
            controller.ask(1)
            let error = try record.wait(for: "it waits") { if case .waiting(let error, _) = $0 { error } else { nil } }
            #expect(error.code == .sharesNothing && error.message.contains("doctor"))
            fixture.killPortal()
            try fixture.startPortal()
            _ = try record.remote(of: 1)
        }
    }

    @Test func aPortalThatLacksWhatItSharedBeforeIsWaitedFor() throws {
        let fixture = try PortalServer()
        try withController(fixture) { controller, record in
            controller.ask(1)
            _ = try record.remote(of: 1)
            controller.delivered(1)
            fixture.killPortal()
            try fixture.startPortal(["--sources", "2"])
            _ = try record.wait(for: "the lack") { if case .waiting(let error, _) = $0, error.code == .noSuchSource { () } else { nil } }
            fixture.killPortal()
            try fixture.startPortal()
            try waitUntil("a second remote; reported: \(record.all)") {
                record.all.count { if case .granted(1, _, _) = $0 { true } else { false } } == 2
            }
        }
    }
}
