import Fixtures
import Platform
import TestSupport
import Testing

@testable import Portal

@Suite(.serialized) struct PortalProbeTests {
    private func failure(_ fixture: PortalServer, _ limit: Duration = .seconds(20)) -> PortalError.Code? {
        do throws(PortalError) {
            _ = try PortalProbe.traits(address: fixture.address, limit: limit)
            return nil
        } catch { return error.code }
    }

    @Test func whatAPortalCanShareIsSeenWithoutAskingAnybody() throws {
        let fixture = try PortalServer(["--version", "5", "--sources", "7", "--cursors", "3"])
        let traits = try PortalProbe.traits(address: fixture.address, limit: .seconds(20))
        #expect(traits == PortalTraits(version: 5, sources: [.monitor, .window, .virtual], cursors: [.hidden, .embedded]) && traits.canRestore)
        #expect(fixture.requests.count == 1)
    }

    @Test func whatIsMissingHasItsName() throws {
        #expect(failure(try PortalServer(nil)) == .noPortal)
        #expect(failure(try PortalServer(["--no-cast"])) == .noScreenCast)
        let fixture = try PortalServer()
        fixture.freezePortal()
        #expect(failure(fixture, .milliseconds(300)) == .silent)
        fixture.freezePortal(false)
        fixture.killBus()
        #expect(failure(fixture) == .noBus)
    }

    @Test func thePortalMaySeeWhoAsksUntilItHasAnswered() throws {
        ProcessPrivacy.claim()
        let fixture = try PortalServer()
        _ = try PortalProbe.services(address: fixture.address, limit: .seconds(20))
        #expect(!isOpenToOthers, "the bus is not the portal")
        fixture.freezePortal()
        let address = fixture.address
        let asking = try Worker(name: "probe") { _ = try? PortalProbe.traits(address: address, limit: .seconds(20)) }  // judged below
        let isOpenMeanwhile = Watchdog.until { isOpenToOthers }
        fixture.freezePortal(false)
        asking.join()
        #expect(isOpenMeanwhile && !isOpenToOthers)
        // Nor is it left open by one that never answers.
        fixture.freezePortal()
        #expect(failure(fixture, .milliseconds(300)) == .silent)
        #expect(!isOpenToOthers)
    }

    @Test func servicesAreNamed() throws {
        let fixture = try PortalServer()
        #expect(try PortalProbe.services(address: fixture.address, limit: .seconds(20)).contains("org.freedesktop.portal.Desktop"))
    }
}
