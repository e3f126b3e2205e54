import Codec
import Delivery
import Fixtures
import Frames
import Picture
import Platform
import Synchronization
import Testing

@testable import Session

/// Key frames of several encodings, shown at the same times.
@Suite struct KeyframeAlignmentTests {
    private final class Shown: Sendable {
        private let times = Mutex<[(key: Bool, pts: MediaTime)]>([])
        func add(_ packet: Packet) { times.withLock { $0.append((packet.isKeyframe, packet.pts)) } }
        var all: [MediaTime] { times.withLock { $0.map(\.pts) } }
        var keyframes: [MediaTime] { times.withLock { $0.filter(\.key).map(\.pts) } }
    }

    private func thread(_ id: Int, fps: FrameRate, _ canvas: SharedCanvas, _ alignment: KeyframeAlignment?, _ shown: Shown) throws -> EncodingThread {
        var configuration = SessionConfiguration()
        (configuration.keyframeInterval, configuration.preset) = (.milliseconds(500), "ultrafast")
        var choice = EncodingChoice("e\(id)")
        choice.framesPerSecond = fps
        let wakeup = try Wakeup()
        let keyframes = KeyframeRequests { wakeup.signal() }
        return EncodingThread(
            id, EncodingSettings(choice, of: configuration), canvas: canvas, wakeup: wakeup, keyframes: keyframes, alignment: alignment
        ) {
            (_) throws(DeliveryError) in
            500_000
        } offer: { packet, _ in
            shown.add(packet)
        } report: { _ in
        }
    }

    /// Of the two, the key frames from the second on that lie within the time of both.
    private func keyframes(aligned: Bool) throws -> (mine: [MediaTime], theirs: [MediaTime], all: [[MediaTime]]) {
        let canvas = SharedCanvas()
        try canvas.withState { (state) throws(PictureError) in try state.open(PixelSize(width: 64, height: 48)) }
        let alignment = aligned ? KeyframeAlignment(interval: .milliseconds(500)) : nil
        let shown = [Shown(), Shown()]
        // Half an interval is no whole picture of the second.
        let threads = [try thread(1, fps: 30, canvas, alignment, shown[0]), try thread(2, fps: 13, canvas, alignment, shown[1])]
        for thread in threads { thread.enter() }
        let workers = try threads.map { thread in try Worker(name: "encode") { thread.run() } }
        try waitUntil("key frames of both") {
            canvas.withState { $0.noteFrame(capturedAt: .now(), isRepaint: false, isCovered: false) }
            canvas.wakeViewers()
            return shown.allSatisfy { $0.keyframes.count >= 5 }
        }
        for thread in threads { thread.stop() }
        for worker in workers { worker.join() }
        let firsts = shown.map { $0.keyframes[1] }
        let lasts = shown.map { $0.all.last! }
        let (begin, end) = (firsts.max()!, lasts.min()!)
        let within = shown.map { $0.keyframes.dropFirst().filter { $0 >= begin && $0 < end } }
        return (within[0], within[1], shown.map(\.all))
    }

    @Test func alignedOnesAreShownAtTheSameTimes() throws {
        let found = try keyframes(aligned: true)
        #expect(found.mine == found.theirs && found.mine.count >= 2)
        for (now, next) in zip(found.mine, found.mine.dropFirst()) { #expect((next - now).inNanoseconds % 500_000_000 == 0) }
        for times in found.all { #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }) }
    }

    /// All of them begin when the last has connected; none is waited for longer than a second.
    @Test func theFirstPictureWaitsForTargets() {
        let start = MediaTime(nanoseconds: 1_000_000_000_000)
        let areThere = Mutex(false)
        let alignment = KeyframeAlignment(interval: .seconds(2))
        func cadence() -> Cadence { Cadence(framesPerSecond: 30, idleFramesPerSecond: 2, isConstant: false, alignment: alignment) }
        var (first, second) = (cadence(), cadence())
        alignment.wait { areThere.withLock { $0 } }
        #expect(!first.mayBegin(at: start) && !second.mayBegin(at: start + .milliseconds(990)))
        #expect(first.mayBegin(at: start + .seconds(1)))
        areThere.withLock { $0 = true }
        #expect(first.mayBegin(at: start + .milliseconds(400)))
        // What was captured meanwhile is shown now, where the audio of the targets begins.
        let shown = first.encoded(at: start + .milliseconds(400), captureTime: start)
        #expect(shown == start + .milliseconds(400) && alignment.origin == shown)
        areThere.withLock { $0 = false }
        #expect(second.mayBegin(at: start + .milliseconds(410)))
        #expect(second.encoded(at: start + .milliseconds(410), captureTime: start) == shown)
    }

    @Test func oneThatJoinsLaterKeepsToTheSameTimes() {
        let alignment = KeyframeAlignment(interval: .seconds(2))
        let start = MediaTime(nanoseconds: 1_000_000_000_000)
        func keyframes(from first: Int, fps: FrameRate) -> [MediaTime] {
            var cadence = Cadence(framesPerSecond: fps, idleFramesPerSecond: 2, isConstant: false, alignment: alignment)
            var found: [MediaTime] = []
            for now in first...(9000) {
                let time = start + .milliseconds(now)
                guard case .encode = cadence.decide(at: time, hasChange: now % 37 == 0 || now == first) else { continue }
                let shown = cadence.encoded(at: time, captureTime: time - .milliseconds(3))
                if cadence.isAligned(shown) { found.append(shown) }
            }
            return found
        }
        let early = keyframes(from: 0, fps: 30)
        #expect(early.count == 4 && keyframes(from: 3123, fps: 25) == Array(early.dropFirst()))
    }
}
