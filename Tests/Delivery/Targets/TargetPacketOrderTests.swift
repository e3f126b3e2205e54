import Codec
import Delivery
import Fixtures
import ServerFixtures
import Testing

/// What one asks of a target while it is live, with a real server.
@Suite(.timeLimit(.minutes(15))) struct TargetPacketOrderTests {
    /// Its pictures' times in seconds, without their offset.
    private func times(_ file: String) -> [Double] {
        Program.probe(file, "packet=pts_time", ["-select_streams", "v"]).compactMap { Double($0[0]) }.sorted()
    }

    @Test func aPausedTargetHangsUpAndGoesOnLater() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        let target = try broadcast.add(fixture.url("held"))
        let other = try broadcast.add(fixture.url("other"))
        #expect(Watchdog.until { target.status.state == .live && other.status.state == .live })
        #expect(broadcast.goesOn(pictures: 40))
        target.pause()
        #expect(Watchdog.until { target.status.state == .paused }, "\(target.status)")
        // The server closes the recording when it is told goodbye.
        #expect(Watchdog.until { fixture.log.contains("deleteStream") || fixture.log.contains("disconnect") })
        let sent = target.status.packetsSent
        // Recordings are named by the second.
        #expect(broadcast.goesOn(pictures: 130))
        #expect(target.status.packetsSent == sent && target.status.droppedPictures == 0, "\(target.status)")
        target.resume()
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 40))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        #expect(other.status.reconnects == 0 && other.status.droppedPictures == 0, "\(other.status)")
        #expect(
            try Watchdog.until {
                try fixture.recordings(of: "held").reduce(0) { $0 + Program.probe($1, "packet=pts").count } == target.status.packetsSent
            })
        #expect(try fixture.recordings(of: "held").count == 2)
        for file in try fixture.recordings(of: "held") { #expect(Program.decodingComplaints(file) == "", "\(file)") }
    }

    @Test func aTargetThatWaitsIsConnectedAtOnceWhenAsked() throws {
        let fixture = try RTMPServer()
        fixture.kill()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url("now")) { $0.reconnect = ReconnectPolicy(.fixed(.seconds(3600))) }
        #expect(Watchdog.until { target.status.nextAttempt != nil }, "\(target.status)")
        try fixture.start()
        target.reconnect()
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(target.status.failedAttempts == 0 && target.status.nextAttempt == nil)
    }

    @Test func aTargetThatWasGivenUpConnectsOnceMoreWhenAsked() throws {
        let fixture = try RTMPServer()
        fixture.kill()
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(fixture.url("up")) { $0.reconnect.limit = 1 }
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.failedAttempts == 2)
        try fixture.start()
        target.reconnect()
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
    }

    @Test func aLiveTargetThatIsToldToReconnectDoesSo() throws {
        let fixture = try RTMPServer()
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let target = try broadcast.add(fixture.url("anew"))
        let file = try broadcast.add(scratch.file("a.mkv"))
        #expect(Watchdog.until { target.status.state == .live })
        #expect(broadcast.goesOn(pictures: 130))
        target.reconnect()
        // Recordings have nothing to connect to.
        file.reconnect()
        #expect(Watchdog.until { target.status.reconnects == 1 && target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 40))
        broadcast.end()
        #expect(target.status.lastError == nil, "\(target.status)")
        #expect(file.status.reconnects == 0 && Program.probe(scratch.file("a.mkv"), "packet=pts").count == file.status.packetsSent)
        let gaps = zip(times(scratch.file("a.mkv")).dropFirst(), times(scratch.file("a.mkv"))).map { $0 - $1 }
        #expect(gaps.allSatisfy { $0 < 0.05 }, "\(gaps.max() ?? 0)")
        for recording in try fixture.recordings(of: "anew") { #expect(Program.decodingComplaints(recording) == "", "\(recording)") }
    }

    @Test func whoIsAddedWhileOthersAreLiveNeedsOneKeyframe() throws {
        let fixture = try RTMPServer()
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let first = try broadcast.add(fixture.url("first"))
        #expect(Watchdog.until { first.status.state == .live })
        #expect(broadcast.goesOn(pictures: 40))
        let (keys, sent) = (broadcast.keyframeCount, first.status.packetsSent)
        let (late, file) = (try broadcast.add(fixture.url("late")), try broadcast.add(scratch.file("late.mp4")))
        #expect(Watchdog.until { late.status.state == .live && file.status.state == .live }, "\(late.status) \(file.status)")
        // Both in one key frame, or in two if half a second of media lay between.
        #expect(broadcast.keyframeCount <= keys + 3)
        #expect(broadcast.goesOn(pictures: 40))
        broadcast.end()
        #expect(first.status.droppedPictures == 0 && first.status.packetsSent > sent)
        #expect(Program.decodingComplaints(scratch.file("late.mp4")) == "")
        #expect(
            try Watchdog.until { try fixture.recordings(of: "late").first.map { Program.probe($0, "packet=pts").count } == late.status.packetsSent })
        #expect(Program.decodingComplaints(try #require(fixture.recordings(of: "late").first)) == "")
    }

    @Test(arguments: RecordingTests.endings) func aPausedRecordingLeavesTheTimeOut(ending: String) throws {
        let scratch = Scratch()
        let broadcast = try Broadcast()
        let (file, whole) = (try broadcast.add(scratch.file("a.\(ending)")), try broadcast.add(scratch.file("whole.mkv")))
        #expect(Watchdog.until { file.status.state == .live && whole.status.state == .live })
        #expect(broadcast.goesOn(pictures: 60))
        file.pause()
        #expect(Watchdog.until { file.status.state == .paused })
        #expect(broadcast.goesOn(pictures: 150))
        file.resume()
        #expect(Watchdog.until { file.status.state == .live }, "\(file.status)")
        #expect(broadcast.goesOn(pictures: 60))
        broadcast.end()
        #expect(file.status.reconnects == 0 && file.status.lastError == nil, "\(file.status)")
        // Where it was put together, pictures may be nearer to each other than the frame rate says: the file's own clock counts.
        let decoding = Program.run(
            "ffmpeg",
            ["-v", "warning", "-i", scratch.file("a.\(ending)"), "-fps_mode", "passthrough", "-enc_time_base:v", "-1", "-f", "null", "-"])
        #expect(decoding.status == 0 && decoding.complaints == "")
        let (held, all) = (times(scratch.file("a.\(ending)")), times(scratch.file("whole.mkv")))
        let gaps = zip(held.dropFirst(), held).map { $0 - $1 }
        #expect(gaps.allSatisfy { $0 > 0 && $0 < 0.2 }, "\(gaps.max() ?? 0)")
        let (length, wholeLength) = (try #require(held.last) - held[0], try #require(all.last) - all[0])
        #expect(wholeLength - length > 4 && wholeLength - length < 8, "\(length) s of \(wholeLength) s")
    }

    @Test func aStopWhilePausedIsClean() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast()
        let target = try broadcast.add(fixture.url("end"))
        #expect(Watchdog.until { target.status.state == .live })
        target.pause()
        #expect(Watchdog.until { target.status.state == .paused })
        // Would hang past the suite's time limit otherwise.
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
    }
}
