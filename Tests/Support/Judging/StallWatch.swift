import AppGroup
import Glibc
import Platform
import Processors
import Synchronization

/// Looks whether the processors were there: one thread on each, of real-time priority where the system grants it, that wakes
/// every 2 ms and notes when it was not let.
///
/// `start`, then `stop`, once. Costs some 0.1 % of each processor.
final class StallWatch: Sendable {
    /// What breaks sound: PipeWire's graph, in steps of 10 to 21 ms, loses one when it is late by about as much.
    static let bearable: Duration = .milliseconds(8)
    private static let interval: Duration = .milliseconds(2)

    private let isStopping = Atomic<Bool>(false)
    private let longest = Atomic<Int64>(0)
    private let workers = Mutex<[Worker]>([])

    func start() {
        for processor in 0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
            // Where no thread can be had nothing is noted, so nothing is forgiven.
            guard let worker = try? Worker(name: "stall-watch", body: { [self] in watch(processor) }) else { continue }  // see above
            workers.withLock { $0.append(worker) }
        }
    }

    /// Blocks for some milliseconds.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        workers.withLock { workers in
            for worker in workers { worker.join() }
            workers = []
        }
    }

    /// The longest time that a processor was not there.
    var worst: Duration { .nanoseconds(longest.load(ordering: .relaxed)) }

    private func watch(_ processor: Int) {
        // Where it may not, another processor is watched twice.
        _ = processors_stay_on(Int32(processor))
        Urgency.claim()
        var entry = pollfd()
        while !isStopping.load(ordering: .relaxed) {
            let due = MediaTime.now() + Self.interval
            _ = pollUntil(due, &entry, 0)
            longest.max((MediaTime.now() - due).inNanoseconds, ordering: .relaxed)
        }
    }
}
