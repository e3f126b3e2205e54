import CZeroMQ
import Glibc

/// The ZeroMQ context of this process, with its one I/O thread. Made once; channels retain it.
///
/// Any thread may make channels from it. Ends with the last channel; ending waits for channels that linger.
public final class ChannelContext: @unchecked Sendable {
    // @unchecked: a ZeroMQ context is thread-safe (zmq_ctx_new(3)).
    let pointer: UnsafeMutableRawPointer

    public init() throws(GroupError) {
        guard let made = zmq_ctx_new() else { throw GroupError(.system, "ZeroMQ: \(zmqReason())") }
        zmq_ctx_set(made, ZMQ_IO_THREADS, 1)
        zmq_ctx_set(made, ZMQ_MAX_SOCKETS, 64)
        pointer = made
    }

    deinit { zmq_ctx_term(pointer) }
}

/// ZeroMQ's own text for the last error on this thread.
func zmqReason() -> String { String(cString: zmq_strerror(zmq_errno())) }
