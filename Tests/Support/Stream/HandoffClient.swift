import AgentProtocol
import Fixtures
import Platform

/// Somebody at a host's hand-off socket who greets as an agent does and delivers nothing.
public final class HandoffClient {
    private let socket: PacketSocket
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    public init(of stream: Stream) throws {
        socket = try PacketSocket(connectingTo: stream.runtimePath + "/splitcast/" + stream.group + "/handoff.sock")
    }

    deinit { inbox.deallocate() }

    /// Greets and waits for the host's welcome.
    public func greet() throws {
        Hello(processID: 1, needKiB: 1024, backend: "client", screen: "none", place: "screen").encode(into: buffer)
        try socket.send(buffer.bytes)
        guard socket.waitReadable(until: .now() + .seconds(5)) else { throw FixtureError("the host does not answer") }
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { throw FixtureError("the host hung up") }
        _ = try Welcome.decode(UnsafeRawBufferPointer(rebasing: inbox[0..<count]))
    }
}
