public import AgentProtocol
import CZeroMQ
import Glibc

/// The agent's end of the ZeroMQ connection between the host and one agent: a DEALER at either end, one endpoint per agent. The host's end
/// is a `ChannelServer`.
///
/// Nothing here waits: a message that cannot be queued is refused, and since everything is sent as state, the next one
/// replaces it. One thread at a time; handing it to another thread needs a synchronising hand-over (`SPSCRing`, `Worker`).
public final class Channel: @unchecked Sendable {
    // @unchecked: see above; ZeroMQ demands a full fence between threads, which both hand-overs give.
    private let context: ChannelContext
    private let socket: UnsafeMutableRawPointer
    private let inbox = UnsafeMutableRawPointer.allocate(byteCount: WireBuffer.capacity, alignment: 16)
    /// Messages of more than one part: not ours, dropped and counted.
    public private(set) var strangeMessages = 0

    /// The agent's end.
    /// - Parameters:
    ///   - endpoint: as `Welcome` gives it.
    ///   - linger: how long the last messages may take to leave after the channel is let go.
    public init(_ context: ChannelContext, connecting endpoint: String, linger: Duration = .zero) throws(GroupError) {
        guard let made = zmq_socket(context.pointer, ZMQ_DEALER) else {
            inbox.deallocate()
            throw GroupError(.system, "ZeroMQ socket: \(zmqReason())")
        }
        (self.context, socket) = (context, made)
        set(ZMQ_LINGER, Int32(clamping: linger.inMilliseconds))
        set(ZMQ_SNDHWM, 64)
        set(ZMQ_RCVHWM, 64)
        var largest = Int64(WireBuffer.capacity)
        zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &largest, 8)
        guard zmq_connect(socket, endpoint) == 0 else { throw GroupError(.system, "ZeroMQ cannot connect to \(endpoint): \(zmqReason())") }
    }

    deinit {
        zmq_close(socket)
        inbox.deallocate()
    }

    /// Pollable, but edge-triggered (zmq_getsockopt(3), ZMQ_FD): call `receive` until it is false as the last thing
    /// before each wait.
    public var descriptor: Int32 {
        var descriptor: Int32 = -1
        var size = 4
        zmq_getsockopt(socket, ZMQ_FD, &descriptor, &size)
        return descriptor
    }

    /// Queues the message that `buffer` holds. False when the queue is full: the message was not taken.
    public func send(_ buffer: WireBuffer) -> Bool {
        let bytes = buffer.bytes
        return zmq_send(socket, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT) >= 0
    }

    /// Queues bytes as they are, whatever they mean: for tests of what a peer does with invalid messages.
    /// - Parameter isPart: more parts of the same message follow, which the protocol does not know.
    public func send(raw bytes: UnsafeRawBufferPointer, isPart: Bool = false) -> Bool {
        zmq_send(socket, bytes.baseAddress, bytes.count, ZMQ_DONTWAIT | (isPart ? ZMQ_SNDMORE : 0)) >= 0
    }

    /// Hands the next message to `body`, whose bytes are valid within it alone. False when there is none.
    public func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        while true {
            let count = Int(zmq_recv(socket, inbox, WireBuffer.capacity, ZMQ_DONTWAIT))
            guard count >= 0 else { return false }
            if hasMoreParts {
                strangeMessages += 1
                while hasMoreParts, zmq_recv(socket, inbox, WireBuffer.capacity, ZMQ_DONTWAIT) >= 0 {}
                continue
            }
            body(UnsafeRawBufferPointer(start: inbox, count: min(count, WireBuffer.capacity)))
            return true
        }
    }

    private var hasMoreParts: Bool {
        var more: Int32 = 0
        var size = 4
        zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &size)
        return more != 0
    }

    private func set(_ option: Int32, _ value: Int32) {
        var value = value
        zmq_setsockopt(socket, option, &value, 4)
    }
}
