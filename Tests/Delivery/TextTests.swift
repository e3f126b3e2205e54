import Codec
import Fixtures
import Protocols
import ServerFixtures
import TestSupport
import Testing

@testable import Delivery

/// Messages for viewers, where containers have a place for them beside the picture.
@Suite(.timeLimit(.minutes(5))) struct TextTests {
    private func post(_ broadcast: Broadcast, _ request: MessageRequest) throws -> UInt64 {
        try #require(broadcast.messages.post(request, at: .now(), milliseconds: 1_795_298_087_123))
    }

    /// The `onTextData` of a file with their times.
    private func texts(_ file: String) throws -> [(milliseconds: Int, values: [AMF0Value])] {
        try FlvRecording(file).scripts.map { ($0.milliseconds, AMF0Reader.values($0.body)) }.filter { $0.values.first?.text == "onTextData" }
    }

    @Test func aRecordingHasEachRepeatAtThePictureThatCarriesIt() throws {
        let scratch = Scratch()
        let file = scratch.file("a.flv")
        let broadcast = try Broadcast(speed: 4)
        let target = try broadcast.add(file)
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        let text = "{\"quiz\":1,\"who\":\"Grüße\"}"
        let first = try post(broadcast, MessageRequest(text: text, repeats: 3))
        let second = try post(broadcast, MessageRequest(text: "at key frames", repeats: 2, isForKeyframesAlone: true))
        #expect(broadcast.goesOn(pictures: 200))
        broadcast.end()
        let (found, pictures) = (try texts(file), try FlvRecording(file).pictures)
        let quiz = found.filter { $0.values.last?["text"]?.text == text }
        #expect(quiz.count == 3 && quiz.allSatisfy { $0.values.last?["id"]?.number == Double(first) }, "\(found)")
        let atKeys = found.filter { $0.values.last?["id"]?.number == Double(second) }
        #expect(atKeys.count == 2 && found.count == 5)
        for (one, isKey) in quiz.map({ ($0, false) }) + atKeys.map({ ($0, true) }) {
            let picture = pictures.first { $0.decodingMilliseconds == one.milliseconds }
            #expect(picture != nil && (!isKey || picture?.isKeyframe == true), "\(one)")
        }
        // And the picture's own messages are as they were. That ffmpeg has no use for the new ones it tells as a warning.
        #expect(Program.run("ffmpeg", ["-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "null", "-"]).complaints == "")
        #expect(try MediaFile(file).inspect().messages.count == 2)
    }

    /// ffmpeg as a server hands on what nginx keeps to itself.
    @Test func anRTMPServerGetsThem() throws {
        let scratch = Scratch()
        let (port, file) = (Port.free(), scratch.file("a.flv"))
        let server = try FixtureProcess(
            ["ffmpeg", "-v", "error", "-listen", "1", "-i", "rtmp://127.0.0.1:\(port)/live/key", "-map", "0", "-c", "copy", "-f", "flv", file],
            log: scratch.file("log"))
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add("rtmp://127.0.0.1:\(port)/live/key")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        _ = try post(broadcast, MessageRequest(text: "hello viewers", repeats: 90))
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        #expect(server.exitStatus(within: .seconds(60)) != nil)
        let found = try texts(file)
        #expect(!found.isEmpty && found.allSatisfy { $0.values.last?["text"]?.text == "hello viewers" }, "\(found)")
    }

    @Test func nginxTakesAStreamWithThem() throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast(speed: 2)
        let target = try broadcast.add(fixture.url("texts"))
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        _ = try post(broadcast, MessageRequest(text: String(repeating: "x", count: 4096), repeats: 50))
        #expect(broadcast.goesOn(pictures: 120))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil && target.status.reconnects == 0, "\(target.status)")
        let isComplete = try Watchdog.until {
            try fixture.recordings(of: "texts").first.map { Program.probe($0, "packet=pts").count } == target.status.packetsSent
        }
        #expect(isComplete, "\(target.status)")
        #expect(Program.decodingComplaints(try #require(fixture.recordings(of: "texts").first)) == "")
    }
}
