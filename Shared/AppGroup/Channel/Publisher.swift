import AgentProtocol
import CZeroMQ
import Glibc
import Synchronization

/// Publishes to all listeners: a ZeroMQ PUB socket, bound in the group's directory. Each message has two parts, a topic and the content.
///
/// Sending never waits: what a slow listener cannot receive any more is dropped for that listener alone. Any thread.
public final class Publisher: Sendable {
    /// For each listener, before messages are dropped.
    private static let mostWaiting: Int32 = 1000
    /// How long the last messages may take to leave.
    private static let lingerMilliseconds: Int32 = 200

    /// Used under the lock only, which is also the fence that ZeroMQ demands between threads.
    private struct Bound: @unchecked Sendable {
        // @unchecked: see above.
        /// Its own: when it ends, the last messages have left.
        let context: ChannelContext
        let socket: UnsafeMutableRawPointer
        let path: String
    }

    private let bound: Mutex<Bound?>

    /// - Parameter path: a socket path inside of the group's directory; the file goes with `close`.
    public init(binding path: String) throws(GroupError) {
        let context = try ChannelContext()
        guard let socket = zmq_socket(context.pointer, ZMQ_PUB) else { throw GroupError(.system, "ZeroMQ socket: \(zmqReason())") }
        for (option, value) in [(ZMQ_LINGER, Self.lingerMilliseconds), (ZMQ_SNDHWM, Self.mostWaiting)] {
            var value = value
            zmq_setsockopt(socket, option, &value, 4)
        }
        var largest = Int64(WireBuffer.capacity)
        zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &largest, 8)
        guard zmq_bind(socket, "ipc://" + path) == 0 else {
            let reason = zmqReason()
            zmq_close(socket)
            throw GroupError(.system, "ZeroMQ cannot bind \(path): \(reason)")
        }
        bound = Mutex(Bound(context: context, socket: socket, path: path))
    }

    deinit { close() }

    /// Does nothing when closed.
    public func send(topic: String, _ content: [UInt8]) {
        bound.withLock { bound in
            guard let socket = bound?.socket else { return }
            var topic = topic
            let isTaken = topic.withUTF8 { zmq_send(socket, $0.baseAddress, $0.count, ZMQ_DONTWAIT | ZMQ_SNDMORE) } >= 0
            guard isTaken else { return }
            _ = content.withUnsafeBytes { zmq_send(socket, $0.baseAddress, $0.count, ZMQ_DONTWAIT) }
        }
    }

    /// Nothing is sent any more, and the file is gone when it returns; may take the time that the last messages take to leave, a fifth of
    /// a second at most. Calling it again does nothing.
    public func close() {
        bound.withLock { bound in
            guard let open = bound.take() else { return }
            zmq_close(open.socket)
            unlink(open.path)
        }
    }
}
