import CLinux
import Glibc
import Synchronization

/// A named thread with an owner: the only place in Splitcast where threads are made (a C library's own loops excepted).
///
/// The owner must `join()`; a worker that is let go while it runs is a programming error and traps. The body should end
/// when a flag or wake-up of its own asks for it: a worker cannot be stopped from outside.
public final class Worker: Sendable {
    private let thread: pthread_t
    private let isJoined = Atomic<Bool>(false)

    /// What the thread's only argument points at; freed by the thread itself.
    private final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }
    }

    /// Starts `body` on a new thread.
    ///
    /// - Parameters:
    ///   - name: shown by `ps -L`, at most 15 bytes.
    ///   - stackBytes: 16 KiB or more.
    /// - Throws: `SystemError` when the system refuses another thread.
    public init(
        name: String, stackBytes: Int = 512 * 1024, body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackBytes)
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var made = pthread_t()
        let status = pthread_create(
            &made, &attributes,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                clinux_name_current_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw SystemError(operation: "pthread_create", number: status)
        }
        thread = made
    }

    /// What the calling thread has used of a processor so far. Some 200 ns.
    public static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Waits until the body has returned. Calling it again does nothing.
    @available(*, noasync)
    public func join() {
        guard !isJoined.exchange(true, ordering: .acquiringAndReleasing) else { return }
        pthread_join(thread, nil)
    }

    deinit { precondition(isJoined.load(ordering: .acquiring), "a Worker must be joined before it is let go") }
}
