import Codec
import Delivery
import Fixtures
import MediaFixtures
import Platform
import Synchronization

/// Pictures and audio through the real encoders and the fan-out, on a thread of its own, faster than life.
final class Broadcast: Sendable {
    let fanOut: FanOut
    /// What is to go out with the pictures.
    let messages = MessageTrack()
    let streams: [StreamDescription]
    private let isStopping = Atomic<Bool>(false)
    private let encoded = Atomic<Int>(0)
    private let keyframes = Atomic<Int>(0)
    private let targets = Mutex<[Target]>([])
    private let worker = Mutex<Worker?>(nil)

    /// The encoder belongs to the thread that uses it; this hands it over once.
    private struct Handover: @unchecked Sendable { let media: TestMedia }

    private let sent: Set<Coding>
    private let waitsForTargets: Bool

    /// - Parameters:
    ///   - speed: media seconds per second.
    ///   - sent: what is encoded; without H.264, pictures are counted but not made.
    ///   - waitsForTargets: goes no faster than the slowest target that is connected, so that none has to drop anything.
    init(fps: Int = 30, speed: Int = 4, sending sent: Set<Coding> = [.h264, .aac], waitsForTargets: Bool = false) throws {
        let media = try TestMedia(fps: 30, alsoOpus: sent.contains(.opus))
        (self.sent, self.waitsForTargets) = (sent, waitsForTargets)
        streams = [media.video.stream, media.audio.stream].filter { sent.contains($0.coding) } + (media.opus.map { [$0.stream] } ?? [])
        fanOut = try FanOut(sent, keyframes: KeyframeRequests())
        try fanOut.start()
        let handover = Handover(media: media)
        let started = try Worker(name: "test-encode") { [self] in run(handover.media, fps: fps, speed: speed) }
        worker.withLock { $0 = started }
    }

    /// Pictures encoded so far.
    var pictures: Int { encoded.load(ordering: .relaxed) }
    var keyframeCount: Int { keyframes.load(ordering: .relaxed) }

    /// - Parameter codings: which of the streams it gets; `nil` for all.
    func add(_ address: String, getting codings: Set<Coding>? = nil, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> Target {
        var settings = TargetSettings()
        settings.reconnect = ReconnectPolicy(.fixed(.milliseconds(200)))
        change(&settings)
        let id = targets.withLock { $0.count }
        let streams = streams.filter { codings?.contains($0.coding) ?? true }
        let target = try Target(id: id, url: TargetURL(parsing: address), streams: streams, settings: settings) { [fanOut] in
            fanOut.keyframes.request()
        }
        try target.start()
        _ = fanOut.add(target)
        targets.withLock { $0.append(target) }
        return target
    }

    /// True when `count` more pictures were encoded.
    func goesOn(pictures count: Int) -> Bool {
        let goal = pictures + count
        return Watchdog.until(.seconds(60)) { pictures >= goal }
    }

    /// Ends everything in order; targets write their endings.
    func end() {
        isStopping.store(true, ordering: .relaxed)
        worker.withLock { $0 }?.join()
        fanOut.stop()
        let targets = targets.withLock { $0 }
        for target in targets { target.stop() }
        for target in targets { target.join() }
    }

    /// Whether a target has more to send than half a second of media.
    private var isBehind: Bool { targets.withLock { $0 }.contains { $0.status.state == .live && $0.status.queued > .milliseconds(500) } }

    private func run(_ media: TestMedia, fps: Int, speed: Int) {
        var began = MediaTime.now()
        let pace = try? Wakeup()  // try?: without descriptors the test fails elsewhere.
        var (quantum, number) = (0, 0)
        do throws(CodecError) {
            while !isStopping.load(ordering: .relaxed) {
                let at = Duration.milliseconds(quantum * 10)
                try media.sound(at: at) { if sent.contains($0.coding) { fanOut.offerAudio($0) } }
                if at >= .nanoseconds(Int64(number) * 1_000_000_000 / Int64(fps)) {
                    let isWanted = fanOut.keyframes.take(at: media.start + at)
                    if sent.contains(.h264) {
                        try media.picture(number, at: at, wantsKeyframe: isWanted) {
                            if $0.isKeyframe { keyframes.add(1, ordering: .relaxed) }
                            fanOut.offerVideo(messages.carry($0))
                        }
                    }
                    number += 1
                    encoded.store(number, ordering: .relaxed)
                }
                quantum += 1
                let before = MediaTime.now()
                while waitsForTargets, isBehind, !isStopping.load(ordering: .relaxed) { _ = pace?.wait(until: .now() + .milliseconds(1)) }
                began = began + (.now() - before)
                _ = pace?.wait(until: began + .microseconds(quantum * 10_000 / speed))
            }
        } catch {
            fatalError("\(error)")
        }
    }
}
