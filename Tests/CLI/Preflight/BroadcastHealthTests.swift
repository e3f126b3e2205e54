import Session
import Testing

@testable import SplitcastCLI

/// Whether a broadcast suffers from an upload test beside it.
@Suite struct BroadcastHealthTests {
    private let before = BroadcastHealth(StatusSample.status)

    private func status(_ change: (inout SessionStatus.Target) -> Void) -> SessionStatus {
        var status = StatusSample.status
        change(&status.targets[0])
        return status
    }

    @Test func aBroadcastThatGoesOnAsBeforeDoesNotSuffer() {
        #expect(before.isStreaming)
        #expect(!before.isWorse(in: StatusSample.status))
        #expect(!before.isWorse(in: status { $0.queuedMilliseconds = 290 }))
        // Its user did that.
        #expect(!before.isWorse(in: status { $0.state = "paused" }))
    }

    @Test func delayDropsAndReconnectsAreSuffering() {
        #expect(before.isWorse(in: status { $0.queuedMilliseconds = 310 }))
        #expect(before.isWorse(in: status { $0.droppedFrames += 1 }))
        #expect(before.isWorse(in: status { $0.reconnects += 1 }))
        #expect(before.isWorse(in: status { $0.state = "reconnecting" }))
    }

    @Test func aBitRateThatMakesRoomIsSuffering() {
        var (now, earlier) = (StatusSample.status, StatusSample.status)
        let rate = SessionStatus.Rate(
            isAdaptive: true, quality: "desktop", bitsPerSecond: 3_000_000, ceiling: 3_500_000, floor: 500_000, stair: "full", maxFps: 30,
            sizePercent: 100, governingTarget: 1, isPoor: false, preset: "veryfast", effort: "veryfast")
        (now.rate, earlier.rate) = (rate, rate)
        let health = BroadcastHealth(earlier)
        #expect(!health.isWorse(in: now))
        now.rate?.bitsPerSecond = 2_300_000
        #expect(health.isWorse(in: now))
        // Its user lowered the ceiling.
        now.rate?.ceiling = 2_300_000
        #expect(!health.isWorse(in: now))
    }

    @Test func whoOnlyRecordsIsNotInTheWay() {
        var status = StatusSample.status
        status.targets.removeFirst()
        #expect(!BroadcastHealth(status).isStreaming)
    }
}
