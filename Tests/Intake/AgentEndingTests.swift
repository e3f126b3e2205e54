import AgentProtocol
import AppGroup
import Glibc
import Platform
import Synchronization
import Testing

@testable import Intake

/// How the intake thread ends an agent's connection, and whom it quotes as the reason. Its hand-off thread does not run.
@Suite struct AgentEndingTests {
    private final class Fixture {
        let directory: GroupDirectory
        let context: ChannelContext
        let intake: IntakeThread
        let handoff: HandoffThread
        private let endings: Endings
        private var worker: Worker?

        final class Endings: Sendable {
            let kept = Mutex<[(EndReason, Departure)]>([])
        }

        init() throws {
            directory = try GroupDirectory(GroupName("t-\(getpid())-\(GroupDirectory.makeToken().prefix(8))"), creating: true)
            context = try ChannelContext()
            let endings = Endings()
            self.endings = endings
            let intake = try IntakeThread(SourceList([.screen]), milliFramesPerSecond: 30_000, onFrame: Wakeup()) { event in
                if case .departed(_, let reason, let departure) = event { endings.kept.withLock { $0.append((reason, departure)) } }
            }
            self.intake = intake
            handoff = try HandoffThread(directory: directory, sources: SourceList([.screen]), intakeWakeup: intake.wakeup) { _ in
            } isStopping: {
                intake.isStopping.load(ordering: .acquiring)
            }
        }

        deinit {
            intake.isStopping.store(true, ordering: .releasing)
            intake.wakeup.signal()
            worker?.join()
            unlink(directory.handoffPath)
            rmdir(directory.path)
        }

        func start() throws { worker = try Worker(name: "intake") { [intake, handoff] in intake.run(handoff) } }

        /// An agent of a process that does not exist, and its end of the channel.
        func attach(_ generation: UInt32) throws -> Channel {
            let path = directory.agentPath(token: GroupDirectory.makeToken())
            let agent = AttachedAgent(
                description: AgentDescription(
                    generation: generation, processID: .max, backend: "test", screen: "", place: "screen", isStandby: false, wantsCast: false,
                    needKiB: 0, attachedAt: .now()),
                feed: SourceFeed(.screen), channel: try ChannelServer(binding: path))
            #expect(handoff.events.push(.attached(agent)))
            intake.wakeup.signal()
            return try Channel(context, connecting: "ipc://" + path)
        }

        func nextClosing() -> HandoffThread.Closing? { wait { handoff.closings.pop() } }

        func nextEnding() -> (EndReason, Departure)? {
            wait { endings.kept.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        }

        private func wait<Found>(_ find: () -> Found?) -> Found? {
            let deadline = MediaTime.now() + .seconds(20)
            while MediaTime.now() < deadline {
                if let found = find() { return found }
                poll(nil, 0, 2)
            }
            return nil
        }
    }

    @Test func aConnectionIsClosedLaterWhereTooManyClosingsWait() throws {
        let fixture = try Fixture()
        for _ in 0..<fixture.handoff.closings.capacity { #expect(fixture.handoff.close(99, .connectionClosed)) }
        #expect(!fixture.handoff.close(99, .connectionClosed))
        _ = try fixture.attach(1)
        try fixture.start()
        // Long after the agent was given up for its silence.
        poll(nil, 0, 2 * Int32(HandoffThread.silenceMilliseconds))
        for _ in 0..<fixture.handoff.closings.capacity { #expect(fixture.handoff.closings.pop()?.generation == 99) }
        let closing = try #require(fixture.nextClosing())
        #expect(closing.generation == 1 && closing.ending.reason == .unresponsive)
    }

    @Test func theTextOfAClosedConnectionIsTheAgentsOwnWhenTheAgentSaysIt() throws {
        let fixture = try Fixture()
        let channel = try fixture.attach(1)
        try fixture.start()
        let buffer = WireBuffer()
        let text = Departure.connectionClosed.text
        AgentEnded(generation: 1, reason: .closed, isRetriable: true, message: text).encode(into: buffer)
        #expect(channel.send(buffer))
        let closing = try #require(fixture.nextClosing())
        #expect(closing.ending == AgentEnding(.closed, .said(text)))
        #expect(fixture.handoff.events.push(.gone(generation: 1, .connectionClosed)))
        fixture.intake.wakeup.signal()
        let ending = try #require(fixture.nextEnding())
        #expect(ending.0 == .closed && ending.1 == .said(text))
    }

    @Test func aConnectionThatClosesWithoutAMessageIsJustThat() throws {
        let fixture = try Fixture()
        _ = try fixture.attach(1)
        try fixture.start()
        #expect(fixture.handoff.events.push(.gone(generation: 1, .connectionClosed)))
        fixture.intake.wakeup.signal()
        let ending = try #require(fixture.nextEnding())
        #expect(ending.0 == .closed && ending.1 == .connectionClosed)
    }
}
