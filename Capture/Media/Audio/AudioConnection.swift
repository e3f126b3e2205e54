import AgentProtocol
import Glibc
import Platform

/// The connection to a host that plays music. What it does not take waits in the socket, and this process with it.
final class AudioConnection {
    private let socket: PacketSocket
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: WireBuffer.capacity, alignment: 8)

    init(_ socket: PacketSocket) { self.socket = socket }
    deinit { inbox.deallocate() }

    /// The first packet, which is waited for, and the file that came along, which stays open; `nil` when the host went away.
    func request() throws(SystemError) -> (DecodingRequest, file: Int32?)? {
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { return nil }
        var file: Int32?
        // For the life of this process.
        if let taken = passed.take() { file = dup(taken.number) }
        do throws(WireError) {
            return (try DecodingRequest(decoding: UnsafeRawBufferPointer(rebasing: inbox[..<count])), file)
        } catch { return nil }
    }

    /// Waits until the host takes it.
    func send(_ report: DecoderReport) throws(SystemError) {
        report.encode(into: buffer)
        try socket.send(buffer.bytes)
    }

    /// The last that the host has said of looping, if it has said anything.
    func looping() -> Bool? {
        var last: Bool?
        while socket.waitReadable(until: .zero) {
            var passed: OwnedDescriptor?
            guard case .packet(let count, _)? = try? socket.receive(into: inbox, passed: &passed) else { return last }  // sending shows it
            last = (try? DecodingRequest.looping(UnsafeRawBufferPointer(rebasing: inbox[..<count]))) ?? last  // of another build: no command
        }
        return last
    }

    /// So that the host reads the last report, and then the end.
    func hangUp() { socket.hangUp() }
}
