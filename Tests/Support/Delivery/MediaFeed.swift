public import Codec
public import Delivery
import Fixtures
public import MediaFixtures
import Platform
import Synchronization

/// Pictures and audio through the real encoders into a fan-out, on a thread of its own, faster than life.
public final class MediaFeed: Sendable {
    /// What is to go out with the pictures.
    public let messages = MessageTrack()
    private let fanOut: FanOut
    private let codings: Set<Coding>
    private let waits: @Sendable () -> Bool
    private let isStopping = Atomic<Bool>(false)
    private let encoded = Atomic<Int>(0)
    private let keyframes = Atomic<Int>(0)
    private let worker = Mutex<Worker?>(nil)

    /// The encoder belongs to the thread that uses it; this hands it over once.
    private struct Handover: @unchecked Sendable { let media: TestMedia }

    /// - Parameters:
    ///   - codings: what is encoded; without H.264, pictures are counted but not made.
    ///   - speed: media seconds per second.
    ///   - waits: whether it has to stand still for now.
    public init(
        _ media: TestMedia, to fanOut: FanOut, _ codings: Set<Coding>, fps: Int = 30, speed: Int = 4,
        waits: @escaping @Sendable () -> Bool = { false }
    ) throws {
        (self.fanOut, self.codings, self.waits) = (fanOut, codings, waits)
        let handover = Handover(media: media)
        let started = try Worker(name: "test-encode") { [self] in run(handover.media, fps: fps, speed: speed) }
        worker.withLock { $0 = started }
    }

    /// Pictures encoded so far.
    public var pictures: Int { encoded.load(ordering: .relaxed) }
    public var keyframeCount: Int { keyframes.load(ordering: .relaxed) }

    /// True when `count` more pictures were encoded.
    public func goesOn(pictures count: Int) -> Bool {
        let goal = pictures + count
        return Watchdog.until(.seconds(60)) { pictures >= goal }
    }

    /// Must be called, since the thread keeps this alive.
    public func stop() {
        isStopping.store(true, ordering: .relaxed)
        worker.withLock { $0 }?.join()
    }

    private func run(_ media: TestMedia, fps: Int, speed: Int) {
        var began = MediaTime.now()
        let pace = try? Wakeup()  // without descriptors the test fails elsewhere
        var (quantum, number) = (0, 0)
        do throws(CodecError) {
            while !isStopping.load(ordering: .relaxed) {
                let at = Duration.milliseconds(quantum * 10)
                try media.sound(at: at) { if codings.contains($0.coding) { fanOut.offerAudio($0) } }
                if at >= .nanoseconds(Int64(number) * 1_000_000_000 / Int64(fps)) {
                    let isWanted = fanOut.keyframes.take(at: media.start + at)
                    if codings.contains(.h264) {
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
                while !isStopping.load(ordering: .relaxed), waits() { _ = pace?.wait(until: .now() + .milliseconds(1)) }
                began = began + (.now() - before)
                _ = pace?.wait(until: began + .microseconds(quantum * 10_000 / speed))
            }
        } catch {
            fatalError("\(error)")
        }
    }
}
