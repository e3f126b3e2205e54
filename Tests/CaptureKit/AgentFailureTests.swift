import AppGroup
import Testing

@testable import CaptureKit

@Suite struct AgentFailureTests {
    @Test func theEndOfAFileIsNoFailure() {
        let end = CaptureError(.finished, "clip.mkv has ended")
        #expect(AgentFailure.capture(end).exitCode == 0 && AgentFailure.capture(end).isOrdinaryEnd)
        #expect(end.endReason == .stopped && !end.isRetriable)
    }

    @Test func eachKindOfTroubleHasItsExitCode() {
        #expect(AgentFailure.capture(CaptureError(.badOption, "")).exitCode == 2)
        #expect(AgentFailure.capture(CaptureError(.screenGone, "")).exitCode == 3)
        #expect(AgentFailure.group(GroupError(.refused, "")).exitCode == 4)
        #expect(CaptureError(.permissionDenied, "").endReason == .permissionDenied && CaptureError(.screenGone, "").endReason == .failed)
    }
}
