import Glibc
public import Platform
import Synchronization

/// Publishes to all listeners: a ZeroMQ PUB socket (rfc.zeromq.org/spec/29), bound in the group's directory, 32 listeners at most. Each
/// message has two parts, a topic and the content.
///
/// Sending never waits: what a slow listener cannot receive any more is dropped for that listener alone. Any thread. It is no more than
/// a socket, a thread that admits listeners, and two buffers of fixed size for each: libzmq would keep whatever a listener sends, in
/// parts without end or topics without number (see `ChannelServer`).
public final class Publisher: Sendable {
    static let mostListeners = 32
    /// How long the last messages may take to leave.
    private static let linger = Duration.milliseconds(200)
    private static let mostWaiting: Int32 = 16

    private let core: Core
    private let worker: Mutex<Worker?>

    /// - Parameter path: a socket path inside of the group's directory; the file goes with `close`.
    public init(binding path: String) throws(GroupError) {
        do throws(SystemError) {
            let core = Core(path, try LocalStream.listen(at: path, waiting: Self.mostWaiting), try Wakeup())
            self.core = core
            worker = Mutex(try Worker(name: "publisher", stackBytes: 128 * 1024) { core.run() })
        } catch { throw GroupError("publishing on \(path)", error) }
    }

    deinit { close() }

    /// Does nothing when closed.
    /// - Parameter content: what does not fit into a listener's buffer of 1 MiB is dropped.
    public func send(topic: String, _ content: [UInt8]) {
        var topic = topic
        topic.withUTF8 { topic in content.withUnsafeBytes { core.send(UnsafeRawBufferPointer(topic), $0) } }
    }

    /// Nothing is sent any more, and the file is gone when it returns; may take the time that the last messages take to leave, a fifth of
    /// a second at most. Calling it again does nothing.
    public func close() {
        guard let worker = worker.withLock({ $0.take() }) else { return }
        core.stop()
        worker.join()
    }

    /// What the thread and those who send share.
    private final class Core: Sendable {
        private let path: String
        private let listener: OwnedDescriptor
        private let wakeup: Wakeup
        private let isStopping = Atomic<Bool>(false)
        private let connections = Mutex<Connections>(Connections())

        private struct Connections: @unchecked Sendable {
            // @unchecked: under the lock, but for their descriptors.
            var all: [SubscriberConnection] = []
        }

        init(_ path: String, _ listener: consuming OwnedDescriptor, _ wakeup: Wakeup) {
            self.path = path
            self.listener = listener
            self.wakeup = wakeup
        }

        func send(_ topic: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer) {
            guard !isStopping.load(ordering: .relaxed) else { return }
            let isLeft = connections.withLock { connections in
                for connection in connections.all { connection.send(topic: topic, content) }
                return connections.all.contains(where: \.isWaiting)
            }
            // The thread sends the rest.
            if isLeft { wakeup.signal() }
        }

        func stop() {
            isStopping.store(true, ordering: .relaxed)
            wakeup.signal()
        }

        @available(*, noasync)
        func run() {
            var restEnd: MediaTime?
            while !isStopping.load(ordering: .relaxed) {
                let now = MediaTime.now()
                if let end = restEnd, end <= now { restEnd = nil }
                var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
                entries.append(pollfd(fd: restEnd == nil ? listener.number : -1, events: Int16(POLLIN), revents: 0))
                let deadlines = connections.withLock { connections in
                    entries += connections.all.map {
                        pollfd(fd: $0.stream.descriptor, events: Int16($0.isWaiting ? POLLIN | POLLOUT : POLLIN), revents: 0)
                    }
                    return connections.all.compactMap(\.deadline)
                }
                _ = pollUntil((deadlines + [restEnd].compactMap(\.self)).min(), &entries, entries.count)
                if entries[0].revents != 0 { wakeup.drain() }
                serve(entries.dropFirst(2), at: .now())
                // Where no descriptor is left, the one that waits stays there, and would be looked at without end.
                if entries[1].revents != 0, !admit(at: .now()) { restEnd = .now() + .milliseconds(100) }
            }
            finish()
        }

        /// - Parameter entries: of the connections, in their order.
        private func serve(_ entries: ArraySlice<pollfd>, at now: MediaTime) {
            connections.withLock { connections in
                let kept = zip(connections.all, entries).filter { connection, entry in
                    if entry.revents & Int16(POLLOUT) != 0 { connection.flush() }
                    if entry.revents & ~Int16(POLLOUT) != 0, !connection.receive(at: now) { return false }
                    return connection.deadline.map { $0 > now } ?? true
                }
                connections.all = kept.map(\.0)
            }
        }

        /// - Returns: false when none could be accepted.
        private func admit(at now: MediaTime) -> Bool {
            guard let stream = LocalStream(acceptingFrom: listener.number) else { return false }
            // Of one that cannot be asked for nothing is known.
            do throws(SystemError) { guard try stream.peer().userID == geteuid() else { return true } } catch { return true }
            connections.withLock { connections in
                if connections.all.count >= Publisher.mostListeners {
                    guard let silent = connections.all.firstIndex(where: { !$0.isReady }) else { return }
                    connections.all.remove(at: silent)
                }
                connections.all.append(SubscriberConnection(stream, at: now))
            }
            return true
        }

        /// The last messages leave, as far as they are accepted in time.
        @available(*, noasync)
        private func finish() {
            let deadline = MediaTime.now() + Publisher.linger
            var entries: [pollfd] = []
            repeat {
                entries = connections.withLock { connections in
                    for connection in connections.all { connection.flush() }
                    return connections.all.filter(\.isWaiting).map { pollfd(fd: $0.stream.descriptor, events: Int16(POLLOUT), revents: 0) }
                }
            } while !entries.isEmpty && pollUntil(deadline, &entries, entries.count) > 0
            connections.withLock { $0.all.removeAll() }
            unlink(path)
        }
    }
}
