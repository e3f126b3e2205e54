import Delivery
import Fixtures
import Glibc
import ServerFixtures
import Testing

@Suite(.timeLimit(.minutes(15))) struct RtmpTests {
    @Test(arguments: [2, 30])
    func whatTheServerRecordsDecodesWithoutAWord(fps: Int) throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast(fps: fps)
        let target = try broadcast.add(fixture.url("whole"))
        #expect(Watchdog.until { target.status.state == .live })
        #expect(broadcast.goesOn(pictures: fps * 7))
        broadcast.end()
        let status = target.status
        #expect(status.state == .closed && status.lastError == nil && status.droppedPictures == 0)
        // The server closes the file when it has read to the end.
        let isComplete = try Watchdog.until(.seconds(10)) {
            try fixture.recordings(of: "whole").first.map { Program.probe($0, "packet=pts").count } == status.packetsSent
        }
        #expect(isComplete, "\(status)")
        let file = try #require(fixture.recordings(of: "whole").first)
        #expect(Program.decodingComplaints(file) == "")
        let rows = Program.probe(file, "packet=pts_time,flags", ["-select_streams", "v"])
        let keys = rows.filter { $0[1].hasPrefix("K") }.compactMap { Double($0[0]) }
        let gaps = zip(keys.dropFirst(), keys).map(-)
        try #require(gaps.count >= 2)
        // A target that has connected asks for a key frame: on a busy machine the picture behind the first is one as well.
        #expect(gaps[0] < 2.02, "\(keys)")
        for gap in gaps.dropFirst() { #expect(abs(gap - 2) < 0.02, "\(keys)") }
    }

    @Test func aServerThatComesBackGetsTheStreamAgain() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url("again"))
        #expect(Watchdog.until { target.status.state == .live })
        #expect(broadcast.goesOn(pictures: 40))
        fixture.kill()
        #expect(Watchdog.until { target.status.state == .reconnecting })
        #expect(Watchdog.until { target.status.lastError?.code == .refused })
        // Recordings are named by the second.
        #expect(broadcast.goesOn(pictures: 130))
        try fixture.start()
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 60))
        target.stop()
        target.join()
        #expect(target.status.reconnects == 1)
        let isComplete = try Watchdog.until(.seconds(10)) {
            let files = try fixture.recordings(of: "again")
            guard let file = files.last, files.count == 2 else { return false }
            return Program.probe(file, "packet=pts").count > 60
        }
        #expect(isComplete, "\(target.status)")
        let file = try #require(fixture.recordings(of: "again").last)
        #expect(Program.decodingComplaints(file) == "")
    }

    @Test func aWrongKeyIsARejectionAndEndsTheTarget() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let wrong = try broadcast.add(fixture.url("secretkey?token=bad", application: "auth"))
        let right = try broadcast.add(fixture.url("secretkey?token=secret", application: "auth"))
        #expect(Watchdog.until { wrong.status.state == .failed }, "\(wrong.status)")
        #expect(wrong.status.lastError?.code == .rejected)
        let words = try #require(wrong.status.lastError?.message)
        #expect(!words.contains("secretkey") && !words.contains("bad"), "\(words)")
        #expect(Watchdog.until { right.status.state == .live }, "\(right.status)")
    }

    @Test func nothingListeningIsTriedAgain() throws {
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add("rtmp://127.0.0.1:\(Port.free())/live/key")
        #expect(Watchdog.until { target.status.state == .reconnecting })
        #expect(target.status.lastError?.code == .refused)
        #expect(target.status.bytesSent == 0)
    }

    @Test func anUnknownHostIsUnreachable() throws {
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add("rtmp://nowhere.invalid/live/key")
        #expect(Watchdog.until { target.status.lastError != nil })
        #expect(target.status.lastError?.code == .unreachable, "\(target.status)")
    }

    @Test func aServerThatNeverAnswersTimesOutAndDelaysNoOne() throws {
        let deaf = Listener()
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let dead = try broadcast.add("rtmp://127.0.0.1:\(deaf.port)/live/key") { $0.connectLimit = .milliseconds(700) }
        let file = try broadcast.add(scratch.file("a.mkv"))
        #expect(broadcast.goesOn(pictures: 120))
        #expect(Watchdog.until { dead.status.lastError?.code == .timedOut }, "\(dead.status)")
        broadcast.end()
        #expect(file.status.droppedPictures == 0)
        #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
        #expect(Program.probe(scratch.file("a.mkv"), "packet=pts").count == file.status.packetsSent)
    }

    @Test func aServerThatStallsLosesPicturesUpToAKeyframeAndNoOneElseDoes() throws {
        let fixture = try RTMPServer()
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let slow = try broadcast.add(fixture.url("slow")) {
            ($0.queueSpan, $0.queueBytes) = (.milliseconds(500), 60_000)
            ($0.bitsPerSecond, $0.stallLimit) = (100_000, .seconds(60))
        }
        let file = try broadcast.add(scratch.file("a.mp4"))
        #expect(Watchdog.until { slow.status.state == .live })
        fixture.pause()
        let hasDropped = Watchdog.until(.seconds(60)) { slow.status.droppedPictures > 30 }
        let during = slow.status
        let keys = broadcast.keyframeCount
        #expect(broadcast.goesOn(pictures: 30))
        // A target that takes nothing must not make the encoder spend key frames on it.
        #expect(broadcast.keyframeCount <= keys + 1)
        fixture.resume()
        #expect(hasDropped)
        #expect(during.queuedBytes <= 60_000 && during.queued <= .milliseconds(520), "\(during)")
        let sent = slow.status.packetsSent
        #expect(Watchdog.until { slow.status.packetsSent > sent + 100 }, "\(slow.status)")
        broadcast.end()
        #expect(file.status.droppedPictures == 0)
        #expect(Program.decodingComplaints(scratch.file("a.mp4")) == "")
        #expect(
            try Watchdog.until { try fixture.recordings(of: "slow").first.map { Program.probe($0, "packet=pts").count } == slow.status.packetsSent })
        #expect(Program.decodingComplaints(try #require(fixture.recordings(of: "slow").first)) == "")
    }

    @Test func plainAndEncryptedPortsAreToldApart() throws {
        let fixture = try RTMPServer(isSecure: true)
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let encrypted = try broadcast.add("rtmps://127.0.0.1:\(fixture.port)/live/a") { $0.isCertificateUnchecked = true }
        let plain = try broadcast.add("rtmp://127.0.0.1:\(fixture.securePort)/live/b")
        #expect(Watchdog.until { plain.status.lastError != nil && encrypted.status.lastError != nil })
        #expect(plain.status.lastError?.message.contains("rtmps://") == true, "\(plain.status)")
        #expect(encrypted.status.lastError?.code != .certificate, "\(encrypted.status)")
    }

    @Test func aKeyInUseIsBusyAndTriedAgain() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let first = try broadcast.add(fixture.url("shared"))
        #expect(Watchdog.until { first.status.state == .live })
        let second = try broadcast.add(fixture.url("shared?again"))
        #expect(Watchdog.until { second.status.lastError?.code == .busy }, "\(second.status)")
        #expect(second.status.lastError?.message.contains("shared") == false)
        first.stop()
        first.join()
        #expect(Watchdog.until { second.status.state == .live }, "\(second.status)")
    }

    @Test func anApplicationThatIsNotThereIsARejection() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url("key", application: "nothing"))
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .rejected, "\(target.status)")
    }

    @Test func theKernelHoldsHalfASecondAtMostAndWaitsForNothing() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url("socket")) { $0.bitsPerSecond = 4_000_000 }
        #expect(Watchdog.until { target.status.state == .live })
        let socket = try #require(Port.socket(connectedTo: fixture.port))
        #expect(Port.option(socket, SOL_SOCKET, SO_SNDBUF) == 4_000_000 / 16)
        #expect(Port.option(socket, Int32(IPPROTO_TCP), TCP_NODELAY) == 1)
    }

    @Test func aStopWhileConnectingIsAtOnce() throws {
        let deaf = Listener()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add("rtmp://127.0.0.1:\(deaf.port)/live/key") { $0.connectLimit = .seconds(3600) }
        #expect(Watchdog.until { target.status.state == .connecting })
        target.stop()
        // Would hang past the suite's time limit otherwise.
        target.join()
        #expect(target.status.state == .closed)
    }
}
