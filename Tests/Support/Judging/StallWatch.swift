import Glibc
import Platform
import Processors
import Synchronization

/// Sees when the machine took its processors away: one thread on each of them, above every thread of the product, wakes every
/// 2 ms and notes how late it was woken.
///
/// The product's threads ask for less (`Urgency`: `SCHED_RR` 5), so a product that is busy is no stall: a lateness of its own
/// making is never excused. Where any processor cannot be watched with that priority (it takes root or `RLIMIT_RTPRIO`), nothing
/// is excused either. A product that used a processor in real time for 95 % of a second would be throttled by the kernel, and the
/// watch with it; that alone looks like a stall.
///
/// `start`, then `stop`, once. Costs some 0.1 % of each processor.
public final class StallWatch: Sendable {
    /// What breaks audio: PipeWire's graph, in steps of 10 to 21 ms, loses one when it is late by about as much.
    public static let bearable: Duration = .milliseconds(8)
    /// Above everything that the product or a sound server asks for (5 to 88 are usual), below the kernel's own watchdogs (99).
    public static let priority: Int32 = 90
    private static let interval: Duration = .milliseconds(2)

    private let priority: Int32
    private let isStopping = Atomic<Bool>(false)
    private let refusals = Atomic<Int>(0)
    private let watching = Atomic<Int>(0)
    private let longest = Atomic<Int64>(0)
    private let workers = Mutex<[Worker]>([])

    public init() { priority = Self.priority }

    /// With another priority, for the watch's own tests.
    init(priority: Int32) { self.priority = priority }

    /// Returns when every processor is watched, or cannot be.
    public func start() {
        var processors = [Int32](repeating: 0, count: 1024)
        let count = Int(processors_usable(&processors, Int32(processors.count)))
        guard count > 0 else {
            refusals.add(1, ordering: .relaxed)
            return
        }
        for processor in processors.prefix(count) {
            do {
                let worker = try Worker(name: "stall-watch", stackBytes: 128 * 1024) { [self] in watch(processor) }
                workers.withLock { $0.append(worker) }
            } catch {
                refusals.add(1, ordering: .relaxed)
            }
        }
        while watching.load(ordering: .acquiring) + refusals.load(ordering: .relaxed) < count { poll(nil, 0, 1) }
    }

    /// Blocks for some milliseconds.
    public func stop() {
        isStopping.store(true, ordering: .relaxed)
        workers.withLock { workers in
            for worker in workers { worker.join() }
            workers = []
        }
    }

    /// The longest time that a processor was away; nil where that cannot be told.
    public var worst: Duration? {
        refusals.load(ordering: .relaxed) == 0 ? .nanoseconds(longest.load(ordering: .relaxed)) : nil
    }

    private func watch(_ processor: Int32) {
        guard processors_stay_on(processor) == 0, processors_run_first(priority) == 0 else {
            refusals.add(1, ordering: .relaxed)
            return
        }
        watching.add(1, ordering: .releasing)
        var entry = pollfd()
        while !isStopping.load(ordering: .relaxed) {
            let due = MediaTime.now() + Self.interval
            _ = pollUntil(due, &entry, 0)
            longest.max((MediaTime.now() - due).inNanoseconds, ordering: .relaxed)
        }
    }
}
