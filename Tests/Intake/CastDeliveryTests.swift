import AgentProtocol
import AppGroup
import Fixtures
import Glibc
import Platform
import Testing

@testable import Intake

/// What agents without a screen of their own get at the socket.
@Suite struct CastDeliveryTests {
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
        let agent = try GreetingAgent(at: server, wantsCast: true)
        #expect(server.waitForEvent { if case .attached(let who) = $0 { who.wantsCast } else { nil } } == true)
        for (node, text) in [(UInt32(42), "first"), (57, "second")] {
            server.intake.give(CastOffer(node: node, serial: 9, cursor: .embedded), over: try connection(text), to: agent.generation)
            let got = try #require(try agent.next(CastOffer.self))
            #expect(got.message == CastOffer(node: node, serial: 9, cursor: .embedded) && got.text == text)
        }
    }

    @Test func aRefusalSaysWhyAndEndsTheConnection() throws {
        let server = try IntakeFixture()
        let agent = try GreetingAgent(at: server, wantsCast: true)
        server.intake.refuseCast(agent.generation, .permissionDenied, "declined")
        #expect(try agent.next(Refusal.self)?.message == Refusal(reason: .permissionDenied, message: "declined"))
        #expect(try agent.next(Refusal.self) == nil)
        let end = server.waitForEvent { if case .departed(_, let reason, let departure) = $0 { (reason, departure) } else { nil } }
        #expect(end?.0 == .permissionDenied && end?.1 == .dropped("declined"))
    }

    @Test func whoWantsNoneGetsNoneNorWhoHasLeft() throws {
        let server = try IntakeFixture()
        let screen = try GreetingAgent(at: server, wantsCast: false)
        let cast = try GreetingAgent(at: server, wantsCast: true)
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
