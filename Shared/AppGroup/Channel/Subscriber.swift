import AgentProtocol
import CZeroMQ
import Glibc

/// Listens to a `Publisher`. Connects whenever there is one; what was published before is not repeated. One thread at a time.
public final class Subscriber: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    private static let mostParts = 16
    private let context: ChannelContext
    private let socket: UnsafeMutableRawPointer

    /// - Parameters:
    ///   - path: of the publisher's socket; may be missing yet.
    ///   - topic: what the topics that are wanted begin with; empty for all.
    public init(_ context: ChannelContext, connecting path: String, topic: String = "") throws(GroupError) {
        guard let made = zmq_socket(context.pointer, ZMQ_SUB) else { throw GroupError(.system, "ZeroMQ socket: \(zmqReason())") }
        (self.context, socket) = (context, made)
        var (linger, largest) = (Int32(0), Int64(WireBuffer.capacity))
        zmq_setsockopt(made, ZMQ_LINGER, &linger, 4)
        zmq_setsockopt(made, ZMQ_MAXMSGSIZE, &largest, 8)
        var topic = topic
        _ = topic.withUTF8 { zmq_setsockopt(made, ZMQ_SUBSCRIBE, $0.baseAddress, $0.count) }
        guard zmq_connect(made, "ipc://" + path) == 0 else { throw GroupError(.system, "ZeroMQ cannot connect to \(path): \(zmqReason())") }
    }

    deinit { zmq_close(socket) }

    /// Pollable, but edge-triggered, as `Channel.descriptor`: call `receive` until it is `nil` as the last thing before each wait.
    public var descriptor: Int32 {
        var descriptor: Int32 = -1
        var size = 4
        zmq_getsockopt(socket, ZMQ_FD, &descriptor, &size)
        return descriptor
    }

    /// The next message's parts, topic first; `nil` when there is none.
    public func receive() -> [[UInt8]]? {
        var parts: [[UInt8]] = []
        repeat {
            var message = zmq_msg_t()
            zmq_msg_init(&message)
            defer { zmq_msg_close(&message) }
            guard zmq_msg_recv(&message, socket, ZMQ_DONTWAIT) >= 0 else { return nil }
            let bytes = UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))
            // A message of more parts than the protocol has is dropped.
            if parts.count < Self.mostParts { parts.append(Array(bytes)) }
        } while hasMoreParts
        return parts
    }

    private var hasMoreParts: Bool {
        var more: Int32 = 0
        var size = 4
        zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size)
        return more != 0
    }
}
