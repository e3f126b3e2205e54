import TestSupport
import Testing

@testable import Portal

@Suite struct PortalProbeTests {
    private func failure(_ bed: PortalServer, _ limit: Duration = .seconds(20)) -> PortalError.Code? {
        do throws(PortalError) {
            _ = try PortalProbe.traits(address: bed.address, limit: limit)
            return nil
        } catch { return error.code }
    }

    @Test func whatAPortalCanShareIsSeenWithoutAskingAnybody() throws {
        let bed = try PortalServer(["--version", "5", "--sources", "7", "--cursors", "3"])
        let traits = try PortalProbe.traits(address: bed.address, limit: .seconds(20))
        #expect(traits == PortalTraits(version: 5, sources: [.monitor, .window, .virtual], cursors: [.hidden, .embedded]) && traits.canRestore)
        #expect(bed.requests.count == 1)
    }

    @Test func whatIsMissingHasItsName() throws {
        #expect(failure(try PortalServer(nil)) == .noPortal)
        #expect(failure(try PortalServer(["--no-cast"])) == .noScreenCast)
        let bed = try PortalServer()
        bed.freezePortal()
        #expect(failure(bed, .milliseconds(300)) == .silent)
        bed.freezePortal(false)
        bed.killBus()
        #expect(failure(bed) == .noBus)
    }

    @Test func servicesAreNamed() throws {
        let bed = try PortalServer()
        #expect(try PortalProbe.services(address: bed.address, limit: .seconds(20)).contains("org.freedesktop.portal.Desktop"))
    }
}
