public import AgentProtocol
import Fixtures
import Glibc
import Platform

/// Somebody at a host's hand-off socket who greets as an agent that wants a cast, takes what comes, and delivers nothing.
public final class CastClient {
    /// What the host gave.
    public enum Answer {
        /// And what can be read from the connection that came with it.
        case cast(CastOffer, text: String)
        case refused(Refusal)
        /// It hung up.
        case end
    }

    private let socket: PacketSocket
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    /// Greets and waits for the host's welcome.
    ///
    /// - Parameter runtimePath: the host's `XDG_RUNTIME_DIR`.
    public init(runtimePath: String, group: String) throws {
        socket = try PacketSocket(connectingTo: "\(runtimePath)/splitcast/\(group)/handoff.sock")
        Hello(processID: 1, needKiB: 1024, backend: "client", screen: "cast", wantsCast: true).encode(into: buffer)
        try socket.send(buffer.bytes)
        guard socket.waitReadable(until: .now() + .seconds(20)) else { throw FixtureError("the host does not answer") }
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { throw FixtureError("the host hung up") }
        _ = try Welcome.decode(UnsafeRawBufferPointer(rebasing: inbox[0..<count]))
    }

    deinit { inbox.deallocate() }

    /// What comes next; waits for it.
    public func next() throws -> Answer {
        guard socket.waitReadable(until: .now() + .seconds(20)) else { throw FixtureError("the host gives no answer about the cast") }
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { return .end }
        let packet = UnsafeRawBufferPointer(rebasing: inbox[0..<count])
        guard try messageKind(of: packet) == .cast else { return .refused(try Refusal.decode(packet)) }
        var bytes = [UInt8](repeating: 0, count: 64)
        var length = 0
        if let descriptor = passed.take() { length = read(descriptor.number, &bytes, bytes.count) }
        return .cast(try CastOffer.decode(packet), text: String(decoding: bytes.prefix(max(0, length)), as: UTF8.self))
    }

    /// The text of a cast's connection; throws for any other answer.
    public func cast() throws -> String {
        let answer = try next()
        guard case .cast(_, let text) = answer else { throw FixtureError("no cast came, but \(answer)") }
        return text
    }

    /// Why there is no cast; throws for any other answer.
    public func refusal() throws -> Refusal {
        let answer = try next()
        guard case .refused(let refusal) = answer else { throw FixtureError("no refusal came, but \(answer)") }
        return refusal
    }
}
