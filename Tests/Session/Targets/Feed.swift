import Codec
import Delivery
import MediaFixtures
import Platform
import Synchronization

/// Pictures and sound through the real encoders into a fan-out, on a thread of its own, four times faster than life.
final class Feed: Sendable {
    private let fanOut: FanOut
    private let codings: Set<Coding>
    private let isStopping = Atomic<Bool>(false)
    private let encoded = Atomic<Int>(0)
    private let worker = Mutex<Worker?>(nil)

    /// The encoder belongs to the thread that uses it; this hands it over once.
    private struct Handover: @unchecked Sendable { let media: TestMedia }

    init(_ media: TestMedia, to fanOut: FanOut, _ codings: Set<Coding>) throws {
        (self.fanOut, self.codings) = (fanOut, codings)
        let handover = Handover(media: media)
        let started = try Worker(name: "test-encode") { [self] in run(handover.media) }
        worker.withLock { $0 = started }
    }

    /// Encoded so far.
    var pictures: Int { encoded.load(ordering: .relaxed) }

    /// Must be called, since the thread keeps this alive.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        worker.withLock { $0 }?.join()
    }

    private func run(_ media: TestMedia) {
        let began = MediaTime.now()
        let pace = try? Wakeup()  // without descriptors the test fails elsewhere
        var (quantum, number) = (0, 0)
        do throws(CodecError) {
            while !isStopping.load(ordering: .relaxed) {
                let at = Duration.milliseconds(quantum * 10)
                try media.sound(at: at) { if codings.contains($0.coding) { fanOut.offerAudio($0) } }
                if at >= .nanoseconds(Int64(number) * 1_000_000_000 / 30) {
                    let isWanted = fanOut.keyframes.take(at: media.start + at)
                    try media.picture(number, at: at, wantsKeyframe: isWanted) { fanOut.offerVideo($0) }
                    number += 1
                    encoded.store(number, ordering: .relaxed)
                }
                quantum += 1
                _ = pace?.wait(until: began + .microseconds(quantum * 2500))
            }
        } catch {
            fatalError("\(error)")
        }
    }
}
