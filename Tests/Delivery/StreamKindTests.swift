import Codec
import Delivery
import Fixtures
import Foundation
import ServerFixtures
import Testing

/// Audio alone, pictures alone, and audio in two codecs at once.
@Suite(.timeLimit(.minutes(15))) struct StreamKindTests {
    @Test(arguments: [
        ("m4a", Coding.aac), ("aac", .aac), ("mka", .aac), ("mka", .opus), ("ogg", .opus), ("opus", .opus), ("flv", .aac), ("mkv", .opus),
        ("mp4", .aac), ("mp4", .opus), ("ts", .aac), ("ts", .opus),
    ])
    func soundAloneIsRecordedFromTheFirstPacket(ending: String, coding: Coding) throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(sending: [coding])
        let file = scratch.file("a.\(ending)")
        let target = try broadcast.add(file)
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        let status = target.status
        #expect(status.state == .closed && status.lastError == nil && status.isSoundAlone && status.droppedSounds == 0)
        // Of AAC without a container every reader says that it cannot know the length.
        #expect(Program.decodingComplaints(file).split(separator: "\n").filter { !$0.contains("Estimating duration") } == [])
        let packets = Program.probe(file, "packet=pts_time,size").compactMap { Double($0[0]) }
        #expect(packets.count == status.packetsSent && packets.count > 200)
        #expect(try #require(packets.first) < 0.03)
    }

    @Test(arguments: [Set<Coding>([.aac]), [.h264]])
    func aServerTakesOneStreamAlone(sent: Set<Coding>) throws {
        let fixture = try RTMPServer()
        let broadcast = try Broadcast(sending: sent)
        let target = try broadcast.add(fixture.url("alone"))
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        let isComplete = try Watchdog.until(.seconds(10)) {
            try fixture.recordings(of: "alone").first.map { Program.probe($0, "packet=pts").count } == target.status.packetsSent
        }
        #expect(isComplete, "\(target.status)")
        let file = try #require(fixture.recordings(of: "alone").first)
        #expect(Program.decodingComplaints(file) == "")
        let kinds = Program.probe(file, "stream=codec_name").map { $0[0] }
        #expect(kinds == sent.map(\.rawValue))
        // What the FLV header says of itself: 4 for audio, 1 for pictures. The server writes its own; ours is seen in a file.
    }

    @Test(arguments: [(Coding.aac, UInt8(4)), (.h264, 1)])
    func anFlvHeaderNamesWhatFollows(coding: Coding, flags: UInt8) throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(sending: [coding])
        _ = try broadcast.add(scratch.file("a.flv"))
        #expect(broadcast.goesOn(pictures: 90))
        broadcast.end()
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("a.flv")))[4] == flags)
    }

    @Test func aPlaylistOfSoundIsCutByTime() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(speed: 8, sending: [.aac])
        let target = try broadcast.add(scratch.file("live.m3u8"))
        #expect(broadcast.goesOn(pictures: 30 * 12))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        let text = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        let spans = text.split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }.compactMap { Double($0.dropFirst(8).dropLast()) }
        #expect(spans.count >= 5 && spans.dropLast().allSatisfy { abs($0 - 2) < 0.03 }, "\(spans)")
        #expect(text.contains("#EXT-X-TARGETDURATION:2\n"))
        #expect(Program.decodingComplaints(scratch.file("live.m3u8")) == "")
        // A player that begins in the middle needs the tables first.
        let name = try #require(text.split(separator: "\n").last { $0.hasSuffix(".ts") }.map(String.init))
        #expect(Program.probe(scratch.file(name), "stream=codec_name").first?.last == "aac")
    }

    @Test func aPlaylistOfPicturesStartsEachSegmentAtAKeyframe() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(speed: 8, sending: [.h264])
        _ = try broadcast.add(scratch.file("live.m3u8"))
        #expect(broadcast.goesOn(pictures: 30 * 12))
        broadcast.end()
        let text = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        let names = text.split(separator: "\n").filter { $0.hasSuffix(".ts") }.map(String.init)
        #expect(names.count >= 5)
        for name in names { #expect(Program.probe(scratch.file(name), "packet=flags").first?.first?.hasPrefix("K") == true, "\(name)") }
        #expect(Program.decodingComplaints(scratch.file("live.m3u8")) == "")
    }

    @Test func eachTargetGetsTheSoundThatItTakes() throws {
        let scratch = Scratch()
        let broadcast = try Broadcast(sending: [.h264, .aac, .opus])
        let mkv = try broadcast.add(scratch.file("a.mkv"), getting: [.h264, .opus])
        let flv = try broadcast.add(scratch.file("a.flv"), getting: [.h264, .aac])
        let ogg = try broadcast.add(scratch.file("a.ogg"), getting: [.opus])
        #expect(broadcast.goesOn(pictures: 200))
        broadcast.end()
        for (target, name, codecs) in [(mkv, "a.mkv", ["h264", "opus"]), (flv, "a.flv", ["h264", "aac"]), (ogg, "a.ogg", ["opus"])] {
            #expect(target.status.droppedPictures + target.status.droppedSounds == 0)
            #expect(Program.probe(scratch.file(name), "stream=codec_name").map { $0[0] } == codecs)
            #expect(Program.decodingComplaints(scratch.file(name)) == "")
            #expect(Program.probe(scratch.file(name), "packet=pts").count == target.status.packetsSent)
        }
    }

    @Test func opusGoesOverSRT() throws {
        let scratch = Scratch()
        let port = Port.free()
        let listener = try FixtureProcess(
            ["srt-live-transmit", "-a:no", "srt://127.0.0.1:\(port)?mode=listener", "file://con"], log: scratch.file("a.ts"))
        let broadcast = try Broadcast(speed: 2, sending: [.h264, .opus])
        let target = try broadcast.add("srt://127.0.0.1:\(port)")
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        #expect(listener.exitStatus(within: .seconds(60)) != nil)
        #expect(target.status.state == .closed && target.status.droppedSounds == 0)
        #expect(Program.probe(scratch.file("a.ts"), "packet=codec_type", ["-select_streams", "a"]).count > 200)
        #expect(Program.probe(scratch.file("a.ts"), "stream=codec_name", ["-select_streams", "a"]).first?.last == "opus")
    }
}
