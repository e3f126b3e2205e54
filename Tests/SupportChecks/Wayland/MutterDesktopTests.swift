import Foundation
import TestSupport
import Testing

/// mutter and the user that the test plays give what they promise.
@Suite(.serialized) struct MutterDesktopTests {
    @Test func theUserSaysWhatTheTestWants() throws {
        let bed = try MutterDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        let visit = try PortalClient(to: bed)
        #expect(visit.status == .exited(0), "\(visit.output)")
        #expect(try visit.stamp != nil, "\(visit.output)")
        for (answer, status) in [(MutterDesktop.Answer.cancel, Int32(21)), (.fail, 22), (.delay(.milliseconds(300)), 0)] {
            try bed.answer(answer)
            #expect(try PortalClient(to: bed).status == .exited(status), "\(answer)")
        }
        #expect(bed.consentCount == 4)
        try pump.process.expectRunning()
    }

    @Test func aConsentIsKeptUntilItIsForgotten() throws {
        let bed = try MutterDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        let first = try PortalClient(to: bed, persisting: true)
        let token = try #require(first.token, "\(first.output)")
        let second = try PortalClient(to: bed, token: token)
        #expect(second.status == .exited(0))
        #expect((bed.consentCount, bed.restoredCount) == (1, 1))
        // Each token is good for one cast.
        let third = try #require(second.token, "\(second.output)")
        try bed.answer(.grant, forgetting: true)
        let stale = try PortalClient(to: bed, token: third)
        #expect((bed.consentCount, bed.restoredCount) == (2, 1))
        bed.forgetConsents()
        try bed.answer(.grant)
        let unknown = try #require(stale.token, "\(stale.output)")
        #expect(try PortalClient(to: bed, token: unknown).status == .exited(0))
        #expect((bed.consentCount, bed.restoredCount) == (3, 1), "\(bed.log("portal backend"))")
        try pump.process.expectRunning()
    }

    @Test func thePointerComesBesideThePicture() throws {
        let bed = try MutterDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        try bed.answer(.grant, moving: true)
        let visit = try PortalClient(to: bed, cursor: "metadata", frames: 20)
        #expect((visit.frames + visit.news).count { $0.contains("cursor ") } > 1, "\(visit.output)")
        try pump.process.expectRunning()
    }

    @Test func aWindowIsCutOut() throws {
        let bed = try MutterDesktop(width: 800, height: 600)
        let process = try FixtureProcess([builtProduct("StampStimulus"), "typing", "10", "400", "300"], environment: bed.environment)
        try process.waitForOutput("ready")
        let visit = try PortalClient(to: bed, .window)
        #expect(visit.status == .exited(0), "\(visit.output)")
        #expect(visit.frames.allSatisfy { $0.contains("crop 400x300+0+0") }, "\(visit.output)")
        #expect(try visit.stamp != nil)
    }

    @Test func stopSharingEndsTheCast() throws {
        let bed = try MutterDesktop(width: 640, height: 360)
        let pump = try Stimulus(.typing, on: bed)
        let reader = [try builtProduct("VideoNode"), "listen", "{fd}", "{node}", "100000", "/dev/null"]
        let client = try FixtureProcess(PortalClient.command(then: reader), environment: bed.environment)
        try client.waitForOutput("frame")
        try bed.stopSharing()
        // The node is gone, and nobody tells the reader more than that nothing will come for now.
        try waitUntil("the end of the cast: \(client.output)") { client.output.hasSuffix("state paused\n") }
        try pump.process.expectRunning()
    }
}
