import Glibc
import Platform
import Synchronization

/// Puts onto the disk what was written to a file (fdatasync(2)), on a thread of its own: a slow disk takes seconds, and the target that
/// writes must not wait. Any thread.
final class FileSync: Sendable {
    private struct State {
        var isWanted = false
        var isEnding = false
        var hasEnded = false
        var count = 0
        var failure: SystemError?
    }

    private let descriptor: Int32
    private let wakeup: Wakeup
    private let ended: Wakeup
    private let state = Mutex(State())
    private let worker = Mutex<Worker?>(nil)
    /// Whose disks were slower than their ends could wait; joined when another begins or ends.
    private static let late = Mutex<[FileSync]>([])

    /// - Parameter descriptor: of an open file; the thread has a copy of its own.
    init(of descriptor: Int32) throws(SystemError) {
        Self.joinLate()
        (wakeup, ended) = (try Wakeup(), try Wakeup())
        self.descriptor = try systemCall("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
        do throws(SystemError) {
            let made = try Worker(name: "file-sync") { [self] in run() }
            worker.withLock { $0 = made }
        } catch {
            close(self.descriptor)
            throw error
        }
    }

    /// What has been written by now goes to the disk soon.
    func request() {
        state.withLock { $0.isWanted = true }
        wakeup.signal()
    }

    /// How often what was written has gone to the disk, or was refused by it.
    var count: Int { state.withLock { $0.count } }

    /// What the disk has refused, if anything.
    var failure: SystemError? { state.withLock { $0.failure } }

    /// Syncs once more and lets go of the file. Waits until `deadline` at most; a slower disk goes on by itself.
    @available(*, noasync)
    func finish(until deadline: MediaTime) {
        state.withLock { ($0.isWanted, $0.isEnding) = (true, true) }
        wakeup.signal()
        _ = ended.wait(until: deadline)
        Self.late.withLock { $0.append(self) }
        Self.joinLate()
    }

    private static func joinLate() {
        let over = late.withLock { late in
            let over = late.filter { $0.state.withLock { $0.hasEnded } }
            late.removeAll { sync in over.contains { $0 === sync } }
            return over
        }
        for sync in over { sync.worker.withLock { $0 }?.join() }
    }

    // --- its own thread

    private func run() {
        while true {
            _ = wakeup.wait()
            let (isWanted, isEnding) = state.withLock { state in
                defer { state.isWanted = false }
                return (state.isWanted, state.isEnding)
            }
            if isWanted {
                note("fdatasync") { fdatasync(descriptor) }
                state.withLock { $0.count += 1 }
            }
            guard isEnding else { continue }
            note("close") { close(descriptor) }
            state.withLock { $0.hasEnded = true }
            return ended.signal()
        }
    }

    private func note(_ operation: String, _ call: () -> Int32) {
        guard call() < 0 else { return }
        let error = SystemError(operation: operation, number: errno)
        state.withLock { $0.failure = $0.failure ?? error }
    }
}
