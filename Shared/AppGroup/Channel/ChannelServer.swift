public import AgentProtocol
import Glibc
public import Platform

/// The host's end of the connection to one agent: a ZeroMQ DEALER to its peer, and no more than a socket and two buffers here.
///
/// libzmq gathers a message of several parts whole before the first can be read, and limits the parts but not their number
/// (zmq_setsockopt(3), ZMQ_MAXMSGSIZE): a peer could fill the host's memory. Here what was not read stays in the kernel's buffer, which
/// is of a fixed size and makes the peer wait. Nothing here waits. One connection at a time: another one waits until it ends.
/// One thread at a time; handing it to another thread needs a synchronising hand-over (`SPSCRing`, `Worker`).
public final class ChannelServer: @unchecked Sendable {
    // @unchecked: see above.
    /// What accepting a connection counts for, in bytes: that is work, too.
    private static let connectionCost = 64 << 10
    private static let mostWaiting: Int32 = 8

    private let path: String
    private let process: Int32?
    private let listener: OwnedDescriptor
    private var stream: LocalStream?
    private var reader = ZMTPReader(longestMessage: WireBuffer.capacity, peers: ["DEALER"])
    /// What came and was not consumed.
    private let inbox = ByteQueue(bytes: WireBuffer.capacity + 2 * ZMTPReader.longestHeader)
    /// What could not be sent yet.
    private let outbox = ByteQueue(bytes: WireBuffer.capacity + 2 * ZMTPReader.longestHeader)

    /// The endpoint's file is removed with the server.
    /// - Parameters:
    ///   - path: a socket path inside of the group's directory.
    ///   - process: connections of any other process are closed: one peer could speak for the other. `nil` admits any of this user.
    public init(binding path: String, onlyFor process: Int32? = nil) throws(GroupError) {
        (self.path, self.process) = (path, process)
        do throws(SystemError) { listener = try LocalStream.listen(at: path, waiting: Self.mostWaiting) } catch {
            throw GroupError("listening on \(path)", error)
        }
    }

    deinit { unlink(path) }

    /// Pollable; another one when a connection has begun or ended. Readable as long as `receive` has something.
    public var descriptor: Int32 { stream?.descriptor ?? listener.number }

    /// Sends the message that `buffer` holds. False when there is no peer yet, or it does not read: the message was not taken.
    public func send(_ buffer: WireBuffer) -> Bool { send(raw: buffer.bytes) }

    /// Sends bytes as they are, whatever they mean: for tests of what a peer does with invalid messages.
    public func send(raw bytes: UnsafeRawBufferPointer) -> Bool {
        guard let stream, reader.isReady, bytes.count <= WireBuffer.capacity else { return false }
        flush(stream)
        guard outbox.isEmpty else { return false }
        ZMTPReader.withHeader(ofMessage: bytes.count) { outbox.append($0) }
        outbox.append(bytes)
        flush(stream)
        return true
    }

    /// Takes the next thing that the peer sent, and hands it to `body` if it is a message; its bytes are valid within it alone.
    ///
    /// - Returns: for how many bytes it counts; `nil` when there is nothing.
    public func receive(_ body: (UnsafeRawBufferPointer) -> Void) -> Int? {
        while true {
            guard let stream else { return accept() ? Self.connectionCost : nil }
            switch reader.next(inbox.bytes) {
            case .incomplete:
                switch stream.receive(into: inbox.room) {
                case .bytes(let count): inbox.appended(count)
                case .nothing: return nil
                case .end: close()
                }
            case .broken: close()
            case .greeted(let bytes):
                ZMTPReader.ready(as: "DEALER").withUnsafeBytes { outbox.append($0) }
                return consume(bytes, stream)
            case .ready(let bytes), .ignored(let bytes): return consume(bytes, stream)
            case .ping(let bytes, let content):
                // One that does not read its answers gets no more.
                if outbox.isEmpty { ZMTPReader.pong(inbox.bytes[content]).withUnsafeBytes { outbox.append($0) } }
                return consume(bytes, stream)
            case .message(let bytes, let content):
                body(UnsafeRawBufferPointer(rebasing: inbox.bytes[content]))
                return consume(bytes, stream)
            }
        }
    }

    private func consume(_ bytes: Int, _ stream: LocalStream) -> Int {
        inbox.consume(bytes)
        if !outbox.isEmpty { flush(stream) }
        return bytes
    }

    private func flush(_ stream: LocalStream) { if !outbox.isEmpty { outbox.consume(stream.send(outbox.bytes)) } }

    /// - Returns: whether one came, ours or not.
    private func accept() -> Bool {
        guard let came = LocalStream(acceptingFrom: listener.number) else { return false }
        do throws(SystemError) {
            let peer = try came.peer()
            guard peer.userID == geteuid(), process == nil || peer.processID == process else { return true }
        } catch { return true }
        ZMTPReader.greeting.withUnsafeBytes { outbox.append($0) }
        stream = came
        flush(came)
        return true
    }

    /// The peer may connect again.
    private func close() {
        stream = nil
        reader = ZMTPReader(longestMessage: WireBuffer.capacity, peers: ["DEALER"])
        inbox.clear()
        outbox.clear()
    }
}
