import CLinux
import Glibc

/// One connection over a Unix socket of type STREAM that passes descriptors on and never waits.
///
/// One thread at a time. Closed with the last reference.
public final class PassingStream: @unchecked Sendable {
    // @unchecked: one thread at a time, by contract.
    /// How many descriptors may go with one `send`.
    public static let mostPassed = Int(CLINUX_MOST_PASSED)

    private let owned: OwnedDescriptor
    public var descriptor: Int32 { owned.number }

    /// - Throws: `SystemError`: ENOENT or ECONNREFUSED when no process listens there, EAGAIN when too many wait to be accepted.
    public convenience init(connectingTo path: String) throws(SystemError) {
        self.init(OwnedDescriptor(taking: try systemCall("connect") { clinux_connect_stream(path) }))
    }

    public init(_ owned: consuming OwnedDescriptor) { self.owned = owned }

    /// Both ends of a new connection.
    public static func pair() throws(SystemError) -> (PassingStream, PassingStream) {
        var ends: (Int32, Int32) = (-1, -1)
        try withUnsafeMutablePointer(to: &ends) { (pointer) throws(SystemError) in
            try pointer.withMemoryRebound(to: Int32.self, capacity: 2) { (pair) throws(SystemError) in
                _ = try systemCall("socketpair") { clinux_stream_pair(pair) }
            }
        }
        return (PassingStream(OwnedDescriptor(taking: ends.0)), PassingStream(OwnedDescriptor(taking: ends.1)))
    }

    /// What `receive` found.
    public enum Received: Sendable {
        case bytes(Int)
        /// The peer closed the connection, or it broke.
        case end
        case nothing
    }

    /// Receives what is there, as much as fits into a buffer that is not empty.
    ///
    /// - Parameters:
    ///   - passed: what came along is added to it; the caller's to close.
    ///   - areLost: more descriptors came than fit; they are closed.
    public func receive(into buffer: UnsafeMutableRawBufferPointer, passed: inout [Int32], areLost: inout Bool) -> Received {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.mostPassed) { numbers in
            var (many, lost) = (0, Int32(0))
            let count = clinux_receive_passing(descriptor, buffer.baseAddress, buffer.count, numbers.baseAddress, &many, &lost)
            for index in 0..<many { passed.append(numbers[index]) }
            areLost = lost != 0
            if count > 0 { return .bytes(count) }
            return count < 0 && [EAGAIN, EINTR].contains(errno) ? .nothing : .end
        }
    }

    /// Ends the connection so that the peer reads what was sent to it, and then the end. What it sent and was not received is discarded.
    public func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
    }

    /// Sends as much as fits; the descriptors (borrowed, `mostPassed` at most) go with the first byte.
    ///
    /// - Returns: how many bytes were sent; a broken connection shows in `receive`.
    public func send(_ bytes: UnsafeRawBufferPointer, passing descriptors: ArraySlice<Int32>) -> Int {
        descriptors.withUnsafeBufferPointer { max(0, clinux_send_passing(descriptor, bytes.baseAddress, bytes.count, $0.baseAddress, $0.count)) }
    }
}
