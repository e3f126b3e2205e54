import CZeroMQ
import Glibc
import Synchronization

/// Tells whoever listens: a ZeroMQ PUB socket, bound in the group's directory. Each message has two parts, a topic and the content.
///
/// Never waits: what a slow listener cannot take any more is dropped for that listener alone. Any thread.
public final class Publisher: @unchecked Sendable {
    // @unchecked: the socket is used under the lock only, which is also the fence that ZeroMQ demands between threads.
    /// For each listener, before messages are dropped.
    private static let mostWaiting: Int32 = 1000
    private let context: ChannelContext
    private let socket: Mutex<UInt>

    /// The endpoint's file goes with `close`.
    /// - Parameter path: a socket path inside of the group's directory.
    public init(_ context: ChannelContext, binding path: String) throws(GroupError) {
        guard let made = zmq_socket(context.pointer, ZMQ_PUB) else { throw GroupError(.system, "ZeroMQ socket: \(zmqReason())") }
        // The last words still go out, if somebody takes them soon.
        for (option, value) in [(ZMQ_LINGER, 200), (ZMQ_SNDHWM, Self.mostWaiting)] {
            var value = value
            zmq_setsockopt(made, option, &value, 4)
        }
        var largest = Int64(WireBuffer.capacity)
        zmq_setsockopt(made, ZMQ_MAXMSGSIZE, &largest, 8)
        guard zmq_bind(made, "ipc://" + path) == 0 else {
            let reason = zmqReason()
            zmq_close(made)
            throw GroupError(.system, "ZeroMQ cannot bind \(path): \(reason)")
        }
        self.context = context
        socket = Mutex(UInt(bitPattern: made))
    }

    deinit { close() }

    /// Does nothing when closed.
    public func send(topic: String, _ content: [UInt8]) {
        socket.withLock { address in
            guard let socket = UnsafeMutableRawPointer(bitPattern: address) else { return }
            var topic = topic
            let isTaken = topic.withUTF8 { zmq_send(socket, $0.baseAddress, $0.count, ZMQ_DONTWAIT | ZMQ_SNDMORE) } >= 0
            guard isTaken else { return }
            _ = content.withUnsafeBytes { zmq_send(socket, $0.baseAddress, $0.count, ZMQ_DONTWAIT) }
        }
    }

    /// Nothing is sent any more. Calling it again does nothing.
    public func close() {
        socket.withLock { address in
            if let socket = UnsafeMutableRawPointer(bitPattern: address) { zmq_close(socket) }
            address = 0
        }
    }
}
