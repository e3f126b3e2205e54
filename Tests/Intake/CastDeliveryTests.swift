import AgentProtocol
import AppGroup
import Fixtures
import Glibc
import Platform
import Testing

@testable import Intake

/// What agents without a screen of their own get at the socket.
@Suite struct CastDeliveryTests {
    /// An agent that greets and then only listens.
    private final class Listener {
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

    /// A pipe's end from which a text can be read.
    private func connection(_ text: String) throws -> SharedDescriptor {
        var ends: [Int32] = [0, 0]
        try systemCall("pipe") { pipe(&ends) }
        _ = text.withCString { write(ends[1], $0, strlen($0)) }
        close(ends[1])
        return SharedDescriptor(OwnedDescriptor(taking: ends[0]))
    }

    @Test func castsComeWithTheirConnectionAndMayBeReplaced() throws {
        let server = try IntakeFixture()
        let agent = try Listener(at: server, wantsCast: true)
        #expect(server.waitForEvent { if case .attached(let who) = $0 { who.wantsCast } else { nil } } == true)
        for (node, text) in [(UInt32(42), "first"), (57, "second")] {
            server.intake.give(CastOffer(node: node, serial: 9, cursor: .embedded), over: try connection(text), to: agent.generation)
            let got = try #require(try agent.next(CastOffer.self))
            #expect(got.message == CastOffer(node: node, serial: 9, cursor: .embedded) && got.text == text)
        }
    }

    @Test func aRefusalSaysWhyAndEndsTheConnection() throws {
        let server = try IntakeFixture()
        let agent = try Listener(at: server, wantsCast: true)
        server.intake.refuseCast(agent.generation, .permissionDenied, "declined")
        #expect(try agent.next(Refusal.self)?.message == Refusal(reason: .permissionDenied, message: "declined"))
        #expect(try agent.next(Refusal.self) == nil)
        let end = server.waitForEvent { if case .departed(_, let reason, let departure) = $0 { (reason, departure) } else { nil } }
        #expect(end?.0 == .permissionDenied && end?.1 == .dropped("declined"))
    }

    @Test func whoWantsNoneGetsNoneNorWhoHasLeft() throws {
        let server = try IntakeFixture()
        let screen = try Listener(at: server, wantsCast: false)
        let cast = try Listener(at: server, wantsCast: true)
        server.intake.give(CastOffer(node: 1, cursor: .hidden), over: try connection("x"), to: screen.generation)
        server.intake.refuseCast(screen.generation, .permissionDenied, "declined")
        server.intake.give(CastOffer(node: 1, cursor: .hidden), over: try connection("x"), to: 99)
        // In order: what was meant for the other would have come before.
        server.intake.give(CastOffer(node: 2, cursor: .hidden), over: try connection("y"), to: cast.generation)
        #expect(try cast.next(CastOffer.self)?.text == "y")
        var entry = pollfd(fd: screen.socket.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 0) == 0)
    }
}
