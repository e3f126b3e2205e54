import AppGroup
import ControlFixtures
import Glibc
import Logging
import Platform
import Session
import Testing

@testable import Control

/// The control socket among clients that are slow, silent, or gone.
@Suite(.timeLimit(.minutes(5))) struct ControlLimitTests {
    private let group: TestGroup
    private let session = FakeSession(targets: [FakeSession.target(1, "rtmp://h/a/***")])

    init() throws { group = try TestGroup() }

    private func connect() throws -> PacketSocket { try PacketSocket(connectingTo: group.directory.controlPath) }

    private func send(_ text: String, on socket: PacketSocket) throws { try Array(text.utf8).withUnsafeBytes { try socket.send($0) } }

    private func answer(on socket: PacketSocket) throws -> String {
        guard socket.waitReadable(until: .now() + .seconds(20)) else { return "silence" }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
        defer { buffer.deallocate() }
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: buffer, passed: &passed) else { return "end" }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    @Test func aRequestThatWaitsForATargetHoldsUpNoOther() async throws {
        session.holdTargets(true)
        let answers = try await group.serving(session) { [session] in
            let slow = try connect()
            try send(#"{"v":1,"do":"target-remove","id":1}"#, on: slow)
            let status = Result { try ControlClient(group.directory.name).status().targets.count }
            session.holdTargets(false)
            return (status, try answer(on: slow))
        }
        #expect(try answers.0.get() == 1)
        #expect(answers.1.contains(#""targets":[]"#), "\(answers.1)")
    }

    @Test func manyThatWaitAreBounded() async throws {
        session.holdTargets(true)
        let (refusal, stops) = try await group.serving(session) { [session] in
            defer { session.holdTargets(false) }
            let slow = try (0..<ControlServer.mostWaiting).map { _ in try connect() }
            for socket in slow { try send(#"{"v":1,"do":"target-pause","id":1}"#, on: socket) }
            let another = try connect()
            try send(#"{"v":1,"do":"target-pause","id":1}"#, on: another)
            let refusal = try answer(on: another)
            try ControlClient(group.directory.name).stop()
            return try withExtendedLifetime(slow) { (refusal, session.wasTold.stops) }
        }
        #expect(refusal.contains("notNow") && refusal.contains("busy") && stops == 1, "\(refusal)")
    }

    @Test func silentClientsLockNoOneOut() async throws {
        try await group.serving(session) {
            let silent = try (0..<3 * ControlServer.mostClients).map { _ in try connect() }
            try withExtendedLifetime(silent) { try ControlClient(group.directory.name).stop() }
        }
        #expect(session.wasTold.stops == 1)
    }

    /// What its sender was told has no answer must not be done behind its back.
    @Test func whoHasGoneIsNotObeyed() async throws {
        let server = try ControlServer(in: group.directory, session: session, log: Logger(label: "test"))
        // Connected and asked before anyone listens: the host that hangs.
        let impatient = try ControlClient(group.directory.name, timeLimit: .milliseconds(50))
        #expect(throws: ControlError.self) { try impatient.stop() }
        let status = try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.run() }
            let answer = try await Worker.run(name: "client") { [group] in Result { try ControlClient(group.directory.name).status() } }
            tasks.cancelAll()
            return try answer.get()
        }
        #expect(status.pid == 4711 && session.wasTold.stops == 0)
    }
}
