import Fixtures
import Foundation
import TestSupport
import Testing

/// mutter and the user that the test plays give what they promise.
@Suite(.serialized) struct MutterDesktopTests {
    @Test func theUserSaysWhatTheTestWants() throws {
        let fixture = try MutterDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        // A new window grows into its place for a quarter of a second: some 15 frames.
        let visit = try PortalClient(to: fixture, frames: 30)
        #expect(visit.status == .exited(0), "\(visit.output)")
        #expect(try visit.stamp != nil, "\(visit.output)")
        for (answer, status) in [(MutterDesktop.Answer.cancel, Int32(21)), (.fail, 22), (.delay(.milliseconds(300)), 0)] {
            try fixture.answer(answer)
            #expect(try PortalClient(to: fixture).status == .exited(status), "\(answer)")
        }
        #expect(fixture.consentCount == 4)
        try stimulus.process.expectRunning()
    }

    @Test func aConsentIsKeptUntilItIsForgotten() throws {
        let fixture = try MutterDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        let first = try PortalClient(to: fixture, persisting: true)
        let token = try #require(first.token, "\(first.output)")
        let second = try PortalClient(to: fixture, token: token)
        #expect(second.status == .exited(0))
        #expect((fixture.consentCount, fixture.restoredCount) == (1, 1))
        // Each token is good for one cast.
        let third = try #require(second.token, "\(second.output)")
        try fixture.answer(.grant, forgetting: true)
        let stale = try PortalClient(to: fixture, token: third)
        #expect((fixture.consentCount, fixture.restoredCount) == (2, 1))
        fixture.forgetConsents()
        try fixture.answer(.grant)
        let unknown = try #require(stale.token, "\(stale.output)")
        #expect(try PortalClient(to: fixture, token: unknown).status == .exited(0))
        #expect((fixture.consentCount, fixture.restoredCount) == (3, 1), "\(fixture.log("portal backend"))")
        try stimulus.process.expectRunning()
    }

    @Test func thePointerComesBesideThePicture() throws {
        let fixture = try MutterDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        try fixture.answer(.grant, moving: true)
        let visit = try PortalClient(to: fixture, cursor: "metadata", frames: 20)
        #expect((visit.frames + visit.emptyBuffers).count { $0.contains("cursor ") } > 1, "\(visit.output)")
        try stimulus.process.expectRunning()
    }

    @Test func aWindowIsCutOut() throws {
        let fixture = try MutterDesktop(width: 800, height: 600)
        let process = try FixtureProcess([builtProduct("StampStimulus"), "typing", "10", "400", "300"], environment: fixture.environment)
        try process.waitForOutput("ready")
        let visit = try PortalClient(to: fixture, .window)
        #expect(visit.status == .exited(0), "\(visit.output)")
        #expect(visit.frames.allSatisfy { $0.contains("crop 400x300+0+0") }, "\(visit.output)")
        #expect(try visit.stamp != nil)
    }

    @Test func stopSharingEndsTheCast() throws {
        let fixture = try MutterDesktop(width: 640, height: 360)
        let stimulus = try Stimulus(.typing, on: fixture)
        let reader = [try builtProduct("VideoNode"), "listen", "{fd}", "{node}", "100000", "/dev/null"]
        let client = try FixtureProcess(PortalClient.command(then: reader), environment: fixture.environment)
        try client.waitForOutput("frame")
        try fixture.stopSharing()
        // The node is gone, and no one tells the reader more than that nothing will come for now.
        try waitUntil("the end of the cast: \(client.output)") { client.output.hasSuffix("state paused\n") }
        try stimulus.process.expectRunning()
    }
}
