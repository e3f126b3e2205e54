import Platform
import AppGroup
import MediaFixtures
import Synchronization
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(5))) struct RTMPConnectionTests {
    private let soon = MediaTime.now() + .seconds(30)

    private func connection(_ server: ScriptedServer, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> RTMPConnection {
        var settings = TargetSettings()
        change(&settings)
        return RTMPConnection(try TargetURL(parsing: server.address), settings: settings)
    }

    /// Writes a second of FLV after the other until it fails.
    private func writeUntilRefused(_ connection: RTMPConnection, bytes: Int = 1000) -> DeliveryError? {
        var flv = FLVSplitterTests.stream(from: 0, pictures: 2, bytes: bytes)
        do throws(DeliveryError) {
            while MediaTime.now() < soon {
                let piece = flv
                flv = FLVSplitterTests.tag(9, at: 80, [0x27, 1, 0, 0, 0] + [UInt8](repeating: 3, count: bytes))
                try write(connection, piece)
                // As a muxer's pace would be.
                _ = Watchdog.until(.milliseconds(5)) { false }
            }
            return nil
        } catch { return error }
    }

    private func write(_ connection: RTMPConnection, _ bytes: [UInt8]) throws(DeliveryError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(DeliveryError) in try connection.write(UnsafeRawBufferPointer(bytes), until: soon) }
    }

    private func failure(_ connection: RTMPConnection, at location: SourceLocation = #_sourceLocation) -> DeliveryError? {
        let error = #expect(throws: DeliveryError.self, sourceLocation: location) { try connection.open(until: soon) }
        let words = error?.message ?? ""
        #expect(!words.contains("secretkey") && words.contains("rtmp://127.0.0.1"), "\(words)", sourceLocation: location)
        #expect(connection.phase == .closed, sourceLocation: location)
        return error
    }

    enum Step: String, CaseIterable { case greeting, connect, createStream, publish }

    @Test(arguments: zip(Step.allCases, [DeliveryError.Code.unreachable, .rejected, .rejected, .rejected]))
    func aHangUpMeansWhatItsMomentSays(step: Step, code: DeliveryError.Code) throws {
        let server = try ScriptedServer { talk in
            if step == .greeting { _ = talk.line.read() } else { try talk.go(to: step.rawValue) }
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
            talk.line.write([UInt8](repeating: 0xFF, count: 5000))
            talk.beSilent()
        }
        #expect(failure(try connection(server))?.code == .rejected)
    }

    @Test(arguments: Step.allCases.dropFirst()) func aRefusalIsReadEvenIfTheServerHangsUpAtOnce(step: Step) throws {
        let server = try ScriptedServer { talk in
            let number = try talk.go(to: step.rawValue) ?? 0
            let words = "stream secretkey is already being published"
            talk.line.write(talk.server.command("_error", number, .null, ServerSide.information("error", "NetStream.Publish.BadName", words)))
        }
        let error = failure(try connection(server))
        #expect(error?.code == .busy && error?.message.contains("stream *** is already") == true, "\(String(describing: error))")
    }

    @Test func phasesAreShownAsTheyCome() throws {
        for (step, phase) in zip(Step.allCases, [ConnectionPhase.handshaking, .publishing, .publishing, .publishing]) {
            let server = try ScriptedServer { talk in
                if step != .greeting { try talk.go(to: step.rawValue) }
                talk.beSilent()
            }
            let connection = try connection(server) { $0.phaseLimit = .seconds(60) }
            let worker = try Worker(name: "test-open") { [soon] in do throws(DeliveryError) { try connection.open(until: soon) } catch {} }
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
            talk.line.write(talk.server.status("NetStream.Publish.Denied", "token expired for secretkey", level: "error"))
            talk.beSilent()
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        let error = writeUntilRefused(connection)
        #expect(error?.code == .expired && error?.message.contains("secretkey") == false, "\(String(describing: error))")
        // Final.
        #expect(throws: DeliveryError.self) { try write(connection, [1]) }
        connection.close(until: soon)
    }

    @Test func aRefusalIsSeenWhileNothingIsTaken() throws {
        let isFull = Atomic<Bool>(false)
        let server = try ScriptedServer { talk in
            try talk.goLive()
            _ = Watchdog.until { isFull.load(ordering: .acquiring) }
            talk.line.write(talk.server.status("NetStream.Publish.BadName", "Already publishing", level: "error"))
            _ = Watchdog.until(.seconds(60)) { talk.line.isGone }
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        let watcher = try Worker(name: "test-full") { [soon] in
            _ = Watchdog.until { connection.line.blocked > .milliseconds(50) || MediaTime.now() > soon }
            isFull.store(true, ordering: .releasing)
        }
        #expect(writeUntilRefused(connection, bytes: 500_000)?.code == .busy)
        watcher.join()
        connection.close(until: soon)
    }

    @Test func aHangUpRightAfterAcceptanceHintsAtTheKey() throws {
        let server = try ScriptedServer { talk in
            try talk.goLive()
            while let message = try talk.hear(), message.kind != RTMPMessage.Kind.video {}
        }
        let connection = try connection(server)
        try connection.open(until: soon)
        let error = writeUntilRefused(connection)
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
        let flv = FLVSplitterTests.stream(from: 0, pictures: 5, bytes: 20_000)
        try write(connection, flv)
        try write(connection, FLVSplitterTests.tag(18, at: 290, AMF0Value.bytes(.string("onTextData"), .table(["text": .string("hello")]))))
        try write(connection, FLVSplitterTests.tag(8, at: 300, [0xAF, 1, 7]))
        connection.close(until: soon)
        #expect(Watchdog.until { notes.all.last?.values.first?.text == "deleteStream" })
        let expected = try FLVSplitterTests.messages(flv, pieces: flv.count)
        #expect(Array(notes.all.prefix(expected.count)) == expected)
        let rest = notes.all.dropFirst(expected.count)
        #expect(rest.map { $0.values.first?.text } == ["onTextData", nil, "FCUnpublish", "deleteStream"])
        #expect(rest.first?.kind == RTMPMessage.Kind.data && rest.first?.timestamp == 290)
    }

    @Test func theKernelHoldsLittleWhenTheRateIsLow() throws {
        let isDone = Atomic<Bool>(false)
        let server = try ScriptedServer { talk in
            try talk.goLive()
            _ = Watchdog.until(.seconds(60)) { isDone.load(ordering: .acquiring) }
        }
        let connection = try connection(server) { $0.bitsPerSecond = 4_000_000 }
        try connection.open(until: soon)
        connection.expect(bitsPerSecond: 1_000_000)
        try write(connection, FLVSplitterTests.stream(from: 0))
        let error = #expect(throws: DeliveryError.self) {
            while true {
                let tag = FLVSplitterTests.tag(9, at: 80, [0x27, 1, 0, 0, 0] + [UInt8](repeating: 3, count: 5000))
                try tag.withUnsafeBytes { try connection.write($0, until: .now() + .milliseconds(1500)) }
            }
        }
        #expect(error?.code == .timedOut)
        let line = connection.line
        // Half a second of the four megabits that it began with; the tuning comes once a second, and what is in stays in.
        #expect(try #require(line.unacknowledgedBytes) <= 250_000 && line.blocked >= .seconds(1), "\(line)")
        #expect(RTMPConnection.bufferBytes(1_000_000, roundTrip: .zero) == 62_500)
        #expect(RTMPConnection.bufferBytes(1_000_000, roundTrip: .milliseconds(400)) == 125_000)
        #expect(RTMPConnection.bufferBytes(64_000, roundTrip: .zero) == 16 * 1024)
        isDone.store(true, ordering: .releasing)
        connection.close(until: soon)
        #expect(connection.line == LinkFigures())
    }

    @Test func aServerThatAsksForALoginGetsOne() throws {
        let notes = Notes<String>()
        let server = try ScriptedServer { talk in
            talk.line.write(ServerSide.answer)
            guard let connect = try talk.hear()?.values, let application = connect[2]["app"]?.text else { return }
            notes.add(application)
            if application.contains("response=") {
                talk.line.write(talk.server.usualAnswer(to: connect))
                while let message = try talk.hear() { talk.line.write(talk.server.usualAnswer(to: message.values)) }
            } else {
                let words =
                    application.contains("user=joe")
                    ? "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=needauth&user=joe&salt=s&challenge=c&opaque=o"
                    : "[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : "
                talk.line.write(talk.server.command("_error", 1, .null, ServerSide.information("error", "NetConnection.Connect.Rejected", words)))
                talk.beSilent()
            }
        }
        let url = try TargetURL(parsing: "rtmp://joe:word@127.0.0.1:\(server.port)/live/secretkey")
        let connection = RTMPConnection(url, settings: TargetSettings())
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
            try write(connection, FLVSplitterTests.stream(from: 0))
            connection.close(until: soon)
            connection.close(until: soon)
        }
        connection.end(by: .now())
        #expect(failure(connection)?.code == .timedOut)
    }
}
