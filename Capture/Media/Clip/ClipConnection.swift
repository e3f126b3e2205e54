import AgentProtocol
import Glibc
import Platform

/// The connection to a host that prepares a clip.
final class ClipConnection {
    private let socket: PacketSocket
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: WireBuffer.capacity, alignment: 8)

    init(_ socket: PacketSocket) { self.socket = socket }
    deinit { inbox.deallocate() }

    /// The first packet, which is waited for, and the file that came along, for the caller to close; `nil` when the host went away.
    func request() throws(SystemError) -> (ClipRequest, file: Int32)? {
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed), let file = passed.take() else { return nil }
        do throws(WireError) { return (try ClipRequest(decoding: UnsafeRawBufferPointer(rebasing: inbox[..<count])), dup(file.number)) } catch {
            return nil
        }
    }

    /// Waits until the host takes it.
    func send(_ report: ClipReport) throws(SystemError) {
        report.encode(into: buffer)
        try socket.send(buffer.bytes)
    }

    /// Waits for the host's answer; `nil` when it went away, or says what is no answer.
    func answer(passed: inout OwnedDescriptor?) throws(SystemError) -> ClipAnswer? {
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { return nil }
        do throws(WireError) { return try ClipAnswer(decoding: UnsafeRawBufferPointer(rebasing: inbox[..<count])) } catch { return nil }
    }

    /// So that the host reads the last report, and then the end.
    func hangUp() { socket.hangUp() }
}
