import AgentFixtures
import AppGroup
import Codec
import Delivery
import Fixtures
import Frames
import Glibc
import Intake
import Platform
import Testing

@testable import Session

/// An agent that has its next frame ready before the last one is converted keeps no picture from being encoded.
@Suite struct FastAgentTests {
    @Test func anAgentFasterThanConversionLeavesTheEncoderItsTurn() throws {
        let directory = try GroupDirectory(GroupName("t-\(getpid())-\(GroupDirectory.makeToken().prefix(8))"), creating: true)
        let lock = try HostLock(directory)
        let wakeup = try Wakeup()
        let intake = try Intake(directory: directory, milliFramesPerSecond: 30_000, onFrame: wakeup) { _ in }
        var configuration = SessionConfiguration()
        let size = PixelSize(width: 2560, height: 1440)
        configuration.canvasSize = size
        let picture = CanvasThread(configuration, wakeup: wakeup, slates: NewestBox()) { _ in }
        let encode = EncodingThread(
            1, EncodingSettings(EncodingChoice(EncodingChoice.main), of: configuration), canvas: picture.canvas, wakeup: try Wakeup(),
            keyframes: KeyframeRequests()
        ) {
            (_) throws(DeliveryError) in
            2_000_000
        } offer: { _, _ in
        } report: { _ in
        }
        encode.enter()
        let workers = [try Worker(name: "canvas") { picture.run(intake) }, try Worker(name: "encode") { encode.run() }]
        defer {
            picture.stop()
            encode.stop()
            for worker in workers { worker.join() }
            intake.stop()
            HostLock.sweep(directory)
            unlink(directory.lockPath)
            rmdir(directory.path)
            withExtendedLifetime(lock) {}
        }
        let agent = try RawAgent(at: directory)
        try agent.attach(try #require(FrameGeometry(size: size)))
        intake.send(.admit(1, rank: 1, isStandby: false))
        var shown: UInt64 = 0
        try waitUntil("40 frames to be shown; \(shown) were", timeout: .seconds(60)) {
            for _ in 0..<100 {
                try agent.turn()
                if agent.state?.wish == .capture { _ = agent.notice(PixelRectangle(of: size)) }
                sched_yield()
            }
            shown = intake.agents.first.map { $0.frames - min($0.frames, $0.superseded + $0.staleNotices) } ?? 0
            return shown >= 40
        }
        // Where the rate leaves no time, each frame converted is encoded.
        #expect(encode.figures.snapshot.encoded * 2 + 10 >= shown, "\(encode.figures.snapshot.encoded) pictures of \(shown) frames")
        #expect(encode.figures.snapshot.failed == 0)
    }
}
