import Codec
import Fixtures
import Platform
import RTMPFixtures
import Synchronization
import Testing

@testable import Protocols

@Suite(.timeLimit(.minutes(5))) struct RTMPConnectionTests {
    private let soon = MediaTime.now() + .seconds(30)

    private func connection(_ server: ScriptedServer, _ change: (inout ConnectionSettings) -> Void = { _ in }) throws -> RTMPConnection {
        var settings = ConnectionSettings()
        change(&settings)
        return RTMPConnection(try #require(RTMPAddress(server.address)), settings)
    }

    /// Sends one picture after the other until it fails.
    private func writeUntilRefused(_ connection: RTMPConnection, bytes: Int = 1000) throws -> NetworkError? {
        let feed = try begin(connection)
        do {
            while MediaTime.now() < soon {
                _ = try connection.write(feed.picture(bytes: bytes), until: soon)
                // As an encoder's pace would be.
                _ = Watchdog.until(.milliseconds(5)) { false }
            }
            return nil
        } catch let error as NetworkError { return error }
    }

    private func begin(_ connection: RTMPConnection) throws -> PacketFeed {
        let feed = try PacketFeed()
        connection.begin(feed.streams, start: feed.start, from: feed.start)
        return feed
    }

    private func failure(_ connection: RTMPConnection, at location: SourceLocation = #_sourceLocation) -> NetworkError? {
        let error = #expect(throws: NetworkError.self, sourceLocation: location) { try connection.open(until: soon) }
        #expect(connection.phase == .closed, sourceLocation: location)
        return error
    }

    enum Step: String, CaseIterable { case greeting, connect, createStream, publish }

    @Test(arguments: zip(Step.allCases, [NetworkError.Code.unreachable, .rejected, .rejected, .rejected]))
    func aHangUpIsExplainedByTheStepAtWhichItCame(step: Step, code: NetworkError.Code) throws {
        let server = try ScriptedServer { talk in
            if step == .greeting { _ = talk.connection.read() } else { try talk.go(to: step.rawValue) }
        }
        #expect(failure(try connection(server))?.code == code)
    }

    @Test(arguments: Step.allCases) func silenceEndsWithEachStepsLimit(step: Step) throws {
        let server = try ScriptedServer { talk in
            if step != .greeting { try talk.go(to: step.rawValue) }
            talk.beSilent()
        }
        let error = failure(try connection(server) { $0.phaseLimit = .milliseconds(200) })
        #expect(error?.code == .timedOut)
        let words = [Step.greeting: "greeting", .connect: "application", .createStream: "offered", .publish: "offered"][step]!
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: Step.allCases) func garbageIsARejection(step: Step) throws {
        let server = try ScriptedServer { talk in
            if step != .greeting { try talk.go(to: step.rawValue) }
            talk.connection.write([UInt8](repeating: 0xFF, count: 5000))
            talk.beSilent()
        }
        #expect(failure(try connection(server))?.code == .rejected)
    }

    @Test(arguments: Step.allCases.dropFirst()) func aRefusalIsReadEvenIfTheServerHangsUpAtOnce(step: Step) throws {
        let server = try ScriptedServer { talk in
            let number = try talk.go(to: step.rawValue) ?? 0
            let words = "it is already being published"
            talk.connection.write(talk.server.command("_error", number, .null, ServerSide.information("error", "NetStream.Publish.BadName", words)))
        }
        let error = failure(try connection(server))
        #expect(error?.code == .busy && error?.message.contains("is already being published") == true, "\(String(describing: error))")
    }

    @Test func phasesAreShownAsTheyCome() throws {
        for (step, phase) in zip(Step.allCases, [ConnectionPhase.handshaking, .publishing, .publishing, .publishing]) {
            let server = try ScriptedServer { talk in
                if step != .greeting { try talk.go(to: step.rawValue) }
                talk.beSilent()
            }
            let connection = try connection(server) { $0.phaseLimit = .seconds(60) }
            let worker = try Worker(name: "test-open") { [soon] in do throws(NetworkError) { try connection.open(until: soon) } catch {} }
            #expect(Watchdog.until { connection.phase == phase }, "\(step)")
            // And any step can be broken off.
            connection.end(by: .now())
            worker.join()
            #expect(connection.phase == .closed)
        }
    }

    @Test func aRefusalInMidStreamIsSeenBetweenTwoWrites() throws {
        let server = try ScriptedServer { talk in
            try talk.goLive()
            while let message = try talk.hear(), message.kind != RTMPMessage.Kind.video {}
            talk.connection.write(talk.server.status("NetStream.Publish.Denied", "token expired for secretkey", level: "error"))
            talk.beSilent()
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        let error = try writeUntilRefused(connection)
        #expect(error?.code == .expired, "\(String(describing: error))")
        // Final.
        #expect(throws: NetworkError.self) { try connection.listen(until: soon) }
        connection.close(until: soon)
    }

    @Test func aRefusalIsSeenWhileNothingIsTaken() throws {
        let isFull = Atomic<Bool>(false)
        let server = try ScriptedServer { talk in
            try talk.goLive()
            _ = Watchdog.until { isFull.load(ordering: .acquiring) }
            talk.connection.write(talk.server.status("NetStream.Publish.BadName", "Already publishing", level: "error"))
            _ = Watchdog.until(.seconds(60)) { talk.connection.isGone }
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        let watcher = try Worker(name: "test-full") { [soon] in
            _ = Watchdog.until { connection.link.blocked > .milliseconds(50) || MediaTime.now() > soon }
            isFull.store(true, ordering: .releasing)
        }
        #expect(try writeUntilRefused(connection, bytes: 500_000)?.code == .busy)
        watcher.join()
        connection.close(until: soon)
    }

    enum Chatter: CaseIterable {
        case pings
        /// A message of 64 KB that never ends, in chunks of a byte.
        case smallestChunks

        /// What begins it, and what is said again and again.
        func bytes(_ server: inout ServerSide) -> (first: [UInt8], then: [UInt8]) {
            switch self {
            case .pings: return ([], (0..<200).flatMap { _ in server.bytes(RTMPMessage(RTMPMessage.Kind.userControl, [0, 6, 1, 2, 3, 4])) })
            case .smallestChunks:
                let message: [UInt8] = [9, 0, 0, 0, 0, 0xFF, 0xFF, 18, 0, 0, 0, 0, 7]
                return (server.bytes(RTMPMessage(RTMPMessage.Kind.chunkSize, 1)), message + (1..<0xFFFF).flatMap { _ in [0xC9, 7] as [UInt8] })
            }
        }
    }

    /// Writes until the client has gone, and notes how much that was; a client that listens to all of it is released in the end.
    @Test(arguments: Chatter.allCases, [false, true]) func aServerThatTalksWithoutEndIsLeft(chatter: Chatter, isLive: Bool) throws {
        let most = 48 << 20
        let written = Atomic<Int>(0)
        let server = try ScriptedServer { talk in
            if isLive { try talk.goLive() } else { try talk.go(to: "publish") }
            let (first, bytes) = chatter.bytes(&talk.server)
            talk.connection.write(first)
            while written.load(ordering: .relaxed) < most, talk.connection.write(bytes) { written.add(bytes.count, ordering: .relaxed) }
        }
        let connection = try connection(server)
        let error: NetworkError?
        if isLive {
            try connection.open(until: soon)
            error = try writeUntilRefused(connection)
        } else {
            error = failure(connection)
        }
        #expect(error?.message.contains("without end") == true, "\(String(describing: error))")
        connection.close(until: soon)
        // What the kernel holds for both sides was written too.
        #expect(written.load(ordering: .relaxed) < most / 2)
    }

    @Test func aHangUpRightAfterAcceptanceHintsAtTheKey() throws {
        let server = try ScriptedServer { talk in
            try talk.goLive()
            while let message = try talk.hear(), message.kind != RTMPMessage.Kind.video {}
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        let error = try writeUntilRefused(connection)
        #expect(error?.code == .lost && error?.message.contains("check the key") == true, "\(String(describing: error))")
        connection.close(until: soon)
    }

    @Test func whatIsWrittenArrivesWithItsTextsAndAGoodbye() throws {
        let notes = Notes<RTMPMessage>()
        let server = try ScriptedServer { talk in
            try talk.goLive()
            while let message = try talk.hear() { notes.add(message) }
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        #expect(connection.phase == .connected)
        let feed = try begin(connection)
        let texts = MessageTrack()
        var packets: [Packet] = []
        for number in 0..<5 {
            if number == 3 { _ = texts.post(MessageRequest(text: "hello"), at: .now(), milliseconds: 1) }
            packets += try feed.packets(bytes: 20_000).map { $0.kind == .video ? texts.carry($0) : $0 }
        }
        for packet in packets {
            let bytes = try connection.write(packet, until: soon)
            // The encoder's first audio lies before time 0.
            #expect(bytes > packet.byteCount || packet.kind == .audio && bytes == 0)
        }
        #expect(try connection.finish(until: soon) > 5)
        connection.close(until: soon)
        #expect(Watchdog.until { notes.all.last?.values.first?.text == "deleteStream" })
        let session = MediaSession(feed.streams, start: feed.start, packets.map { .packet($0) })
        let expected = try session.direct().messages
        #expect(Array(notes.all.prefix(expected.count)) == expected)
        #expect(expected.filter { $0.values.first?.text == "onTextData" }.count == 1)
        #expect(notes.all.dropFirst(expected.count).map { $0.values.first?.text } == ["FCUnpublish", "deleteStream"])
    }

    @Test func theKernelHoldsLittleWhenTheRateIsLow() throws {
        let isDone = Atomic<Bool>(false)
        let server = try ScriptedServer { talk in
            try talk.goLive()
            _ = Watchdog.until(.seconds(60)) { isDone.load(ordering: .acquiring) }
        }
        let connection = try connection(server) { $0.bitsPerSecond = 4_000_000 }
        // Made before, so that they are sent as fast as the kernel accepts them.
        let feed = try PacketFeed()
        let pictures = try (0..<500).map { _ in try feed.picture(bytes: 5000) }
        try connection.open(until: soon)
        connection.expect(bitsPerSecond: 1_000_000)
        connection.begin(feed.streams, start: feed.start, from: feed.start)
        let error = #expect(throws: NetworkError.self) {
            for picture in pictures { _ = try connection.write(picture, until: .now() + .milliseconds(1500)) }
        }
        #expect(error?.code == .timedOut)
        let link = connection.link
        // Half a second of the four megabits that it began with; the tuning comes once a second, and what is in stays in.
        #expect(try #require(link.unacknowledgedBytes) <= 250_000 && link.blocked >= .seconds(1), "\(link)")
        #expect(RTMPConnection.bufferBytes(1_000_000, roundTrip: .zero) == 62_500)
        #expect(RTMPConnection.bufferBytes(1_000_000, roundTrip: .milliseconds(400)) == 125_000)
        #expect(RTMPConnection.bufferBytes(64_000, roundTrip: .zero) == 16 * 1024)
        isDone.store(true, ordering: .releasing)
        connection.close(until: soon)
        #expect(connection.link == LinkFigures())
    }

    @Test func aServerThatAsksForALoginGetsOne() throws {
        let notes = Notes<String>()
        let server = try ScriptedServer { talk in
            talk.connection.write(ServerSide.answer)
            guard let connect = try talk.hear()?.values, let application = connect[2]["app"]?.text else { return }
            notes.add(application)
            if application.contains("response=") {
                talk.connection.write(talk.server.usualAnswer(to: connect))
                while let message = try talk.hear() { talk.connection.write(talk.server.usualAnswer(to: message.values)) }
            } else {
                let words =
                    application.contains("user=joe")
                    ? "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=joe&salt=s&challenge=c&opaque=o"
                    : "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : "
                let status = ServerSide.information("error", "NetConnection.Connect.Rejected", words)
                talk.connection.write(talk.server.command("_error", 1, .null, status))
                talk.beSilent()
            }
        }
        let address = try #require(RTMPAddress("rtmp://joe:word@127.0.0.1:\(server.port)/live/secretkey"))
        let connection = RTMPConnection(address, ConnectionSettings())
        try connection.open(until: soon)
        connection.close(until: soon)
        #expect(notes.all.count == 3 && notes.all.first == "live")
    }

    @Test func aConnectionMayBeOpenedAgainUnlessItWasEnded() throws {
        let server = try ScriptedServer { talk in
            try talk.goLive()
            talk.beSilent()
        }
        let connection = try connection(server)
        for _ in 0..<3 {
            try connection.open(until: soon)
            #expect(try connection.write(try begin(connection).picture(bytes: 1000), until: soon) > 0)
            connection.close(until: soon)
            connection.close(until: soon)
        }
        connection.end(by: .now())
        #expect(failure(connection)?.code == .timedOut)
    }
}
