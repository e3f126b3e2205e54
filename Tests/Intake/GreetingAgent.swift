import AgentProtocol
import AppGroup
import Glibc
import Platform

@testable import Intake

/// An agent that greets and then only listens.
final class GreetingAgent {
    let socket: PacketSocket
    let generation: UInt32
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    init(at server: IntakeFixture, wantsCast: Bool) throws {
        socket = try PacketSocket(connectingTo: server.directory.handoffPath)
        let buffer = WireBuffer()
        Hello(processID: UInt32(getpid()), needKiB: 1024, backend: "test", screen: "", wantsCast: wantsCast).encode(into: buffer)
        try socket.send(buffer.bytes)
        var passed: OwnedDescriptor?
        guard socket.waitReadable(until: .now() + .seconds(20)), case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed)
        else {
            throw SystemError(operation: "waiting for a welcome", number: ETIMEDOUT)
        }
        generation = try Welcome.decode(UnsafeRawBufferPointer(rebasing: inbox[0..<count])).generation
    }

    deinit { inbox.deallocate() }

    /// The next message, and what can be read from the descriptor that came with it; `nil` at the end of the connection.
    func next<Message: WireMessage>(_ type: Message.Type) throws -> (message: Message, text: String)? {
        guard socket.waitReadable(until: .now() + .seconds(20)) else { throw SystemError(operation: "waiting for a message", number: ETIMEDOUT) }
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: inbox, passed: &passed) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 64)
        var length = 0
        if let descriptor = passed.take() { length = read(descriptor.number, &bytes, bytes.count) }
        return (
            try Message.decode(UnsafeRawBufferPointer(rebasing: inbox[0..<count])), String(decoding: bytes.prefix(max(0, length)), as: UTF8.self)
        )
    }
}
