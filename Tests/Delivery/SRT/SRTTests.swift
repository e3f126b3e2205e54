import Fixtures
import Foundation
import Platform
import ServerFixtures
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct SRTTests {
    @Test func aListenerGetsTheWholeStreamToItsEnd() throws {
        let scratch = Scratch()
        let port = Port.free()
        let listener = try FixtureProcess(
            ["srt-live-transmit", "-a:no", "srt://127.0.0.1:\(port)?mode=listener&passphrase=longsecretwords", "file://con"],
            log: scratch.file("a.ts"))
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("srt://127.0.0.1:\(port)?passphrase=longsecretwords&latency=200")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        #expect(listener.exitStatus(within: .seconds(60)) != nil)
        #expect(target.status.state == .closed && target.status.droppedPictures == 0)
        // What the receiver still held back when we closed has arrived, too.
        #expect(Program.probe(scratch.file("a.ts"), "packet=pts").count == target.status.packetsSent)
        #expect(Program.decodingComplaints(scratch.file("a.ts")) == "")
    }

    @Test func ffmpegTakesItAsWell() throws {
        let scratch = Scratch()
        let port = Port.free()
        let listener = try FixtureProcess(
            ["ffmpeg", "-v", "error", "-i", "srt://127.0.0.1:\(port)?mode=listener", "-c", "copy", scratch.file("a.mkv")], log: scratch.file("log"))
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("srt://127.0.0.1:\(port)?streamid=publish:live/x&pkt_size=1128&mode=caller")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        #expect(listener.exitStatus(within: .seconds(60)) != nil)
        #expect(Program.probe(scratch.file("a.mkv"), "packet=pts", ["-select_streams", "v"]).count > 120)
    }

    @Test(arguments: [
        ("passphrase=otherlongwords", "longsecretwords", "not the listener's"), ("", "longsecretwords", "wants a passphrase"),
        ("passphrase=otherlongwords", nil, "no encrypted stream"),
    ])
    func aWrongPassphraseIsNamedAndNotTriedForEver(query: String, passphrase: String?, words: String) throws {
        let fixture = try SRTServer(passphrase: passphrase)
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url + "?" + query)
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .badKey, "\(target.status)")
        let message = target.status.lastError?.message ?? ""
        #expect(message.contains(words) && !message.contains("longwords") && !message.contains("longsecret"), "\(message)")
        #expect(target.status.bytesSent == 0)
    }

    @Test func aListenerThatLetsInWhatItCannotReadIsNoListener() throws {
        let fixture = try SRTServer(passphrase: "longsecretwords", isLenient: true)
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url + "?passphrase=otherlongwords")
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .badKey, "\(target.status)")
    }

    @Test(arguments: [
        (1401, DeliveryError.Code.badKey), (1403, .blocked), (1404, .badKey), (1409, .busy), (1402, .busy), (1503, .unreachable), (1405, .rejected),
        (2345, .rejected), (1000, .rejected),
    ])
    func aListenersNoIsTyped(code: Int, expected: DeliveryError.Code) throws {
        let fixture = try SRTServer()
        let connection = try TargetConnection.srt(TargetURL(parsing: fixture.url + "?streamid=refuse/\(code)"), bitsPerSecond: 1_000_000)
        let error = try #require(throws: DeliveryError.self) { try connection.open(until: .now() + .seconds(10)) }
        #expect(error.code == expected && !error.message.contains("refuse/"), "\(error)")
        #expect(connection.phase == .closed)
    }

    @Test func noOneThereIsSaidAndAnyoneComesIsFound() throws {
        let fixture = try SRTServer()
        fixture.kill()
        let broadcast = try Broadcast(speed: 1)
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url) { $0.connectLimit = .seconds(1) }
        #expect(Watchdog.until { target.status.lastError?.code == .timedOut }, "\(target.status)")
        #expect(target.status.lastError?.message.contains("nothing answers there") == true)
        #expect(target.status.state == .reconnecting)
        try fixture.start()
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(Watchdog.until { fixture.receivedBytes > 50_000 })
    }

    @Test func aListenerThatIsKilledAndComesBackIsFoundAgain() throws {
        let fixture = try SRTServer()
        let broadcast = try Broadcast(speed: 1)
        let target = try broadcast.add(fixture.url + "?peeridletimeo=60000") { $0.connectLimit = .seconds(1) }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(Watchdog.until { fixture.receivedBytes > 50_000 })
        fixture.kill()
        #expect(Watchdog.until { target.status.state == .reconnecting }, "\(target.status)")
        // Its port is closed, which this machine says at once; otherwise it would take three seconds.
        #expect(
            target.status.lastError?.code == .lost && target.status.lastError?.message.contains("no one listens there any more") == true,
            "\(target.status)")
        try fixture.start()
        #expect(Watchdog.until { target.status.state == .live && target.status.reconnects == 1 }, "\(target.status)")
        #expect(Watchdog.until { fixture.receivedBytes > 50_000 })
        broadcast.end()
        // It begins with a key frame and its own tables.
        let first = Program.probe(fixture.received, "packet=flags", ["-select_streams", "v"]).first?.first ?? ""
        #expect(first.hasPrefix("K"), "\(first)")
    }

    @Test func aListenerThatHangsIsLeftInItsTimeAndNoEarlier() throws {
        let fixture = try SRTServer()
        let broadcast = try Broadcast(speed: 1)
        defer { broadcast.end() }
        let patient = try broadcast.add(fixture.url + "?peeridletimeo=60000")
        #expect(Watchdog.until { patient.status.state == .live }, "\(patient.status)")
        fixture.pause()
        defer { fixture.resume() }
        #expect(broadcast.goesOn(pictures: 60))
        #expect(patient.status.state == .live && patient.status.lastError == nil, "\(patient.status)")
    }

    @Test func aListenerThatAnswersNoMoreIsLeft() throws {
        let fixture = try SRTServer()
        let broadcast = try Broadcast(speed: 1)
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url + "?peeridletimeo=1000")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        fixture.pause()
        defer { fixture.resume() }
        #expect(Watchdog.until { target.status.lastError?.message.contains("has not answered for 1.0 s") == true }, "\(target.status)")
    }

    @Test func aStopDoesNotWaitForAListenerThatHangs() throws {
        let fixture = try SRTServer()
        let broadcast = try Broadcast(speed: 1)
        let target = try broadcast.add(fixture.url) { $0.drainLimit = .milliseconds(300) }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        fixture.pause()
        defer { fixture.resume() }
        #expect(broadcast.goesOn(pictures: 10))
        broadcast.end()
        #expect(target.status.state == .closed)
    }

    @Test func theLineIsShown() throws {
        let fixture = try SRTServer()
        let connection = try TargetConnection.srt(TargetURL(parsing: fixture.url), bitsPerSecond: 1_000_000)
        #expect(connection.link.roundTrip == nil && connection.unsentBytes == nil)
        try connection.open(until: .now() + .seconds(10))
        defer { connection.close(until: .now()) }
        let packet = [UInt8](repeating: 0x47, count: 188 * 20)
        for _ in 0..<50 { try packet.withUnsafeBytes { try connection.write($0, until: .now() + .seconds(5)) } }
        // libsrt says 0 of its buffer, too, while it is busy with it.
        #expect(Watchdog.until { connection.link.sentPackets ?? 0 >= 150 && connection.link.unacknowledgedBytes == 0 }, "\(connection.link)")
        let link = connection.link
        #expect(link.sentPackets ?? 0 >= 150 && link.roundTrip ?? .zero > .zero && link.lostPackets == 0 && link.unsentBytes == 0, "\(link)")
        #expect(Watchdog.until { fixture.receivedBytes == 50 * packet.count })
    }
}
