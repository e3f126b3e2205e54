import Glibc
import Platform

/// A thread that looks now and then, and ends when its owner says so. The look may be a signal's arrival too.
final class Watching: Sendable {
    private let ending: Wakeup
    private let worker: Worker

    /// - Parameters:
    ///   - descriptor: looked at as soon as it is readable; `nil` for none.
    ///   - interval: between two looks; `nil` waits for the descriptor alone.
    ///   - look: on the thread; false ends it.
    init(_ name: String, descriptor: Int32? = nil, every interval: Duration? = nil, look: @escaping @Sendable () -> Bool) throws(SystemError) {
        let ending = try Wakeup()
        self.ending = ending
        worker = try Worker(name: name) {
            var isWanted = true
            while isWanted {
                var entries = ([ending.descriptor] + (descriptor.map { [$0] } ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                _ = pollUntil(interval.map { .now() + $0 }, &entries, entries.count)
                guard entries[0].revents == 0 else { return }
                isWanted = look()
            }
        }
    }

    /// Waits for the end of the look that runs.
    @available(*, noasync)
    func end() {
        ending.signal()
        worker.join()
    }
}
