import Fixtures
import MediaFixtures
import Platform
import Testing

@testable import Codec

/// Messages in real pictures, through real muxers, read by ffmpeg and by us.
@Suite struct MessageTrackTests {
    /// A file of 4 s with key frames every 2 s and these messages from the start.
    private func file(_ container: Container, in scratch: Scratch, _ requests: [MessageRequest]) throws -> (path: String, ids: [UInt64]) {
        let media = try TestMedia()
        let track = MessageTrack()
        let ids = requests.map { track.post($0, at: .now() - $0.delay, milliseconds: 1000)! }
        let sink = MemorySink()
        let muxer = try Muxer(container, streams: [media.video.stream, media.audio.stream], start: media.start, into: sink)
        for packet in try media.packets(seconds: 4, fps: 30) { try muxer.write(packet.kind == .video ? track.carry(packet) : packet) }
        try muxer.finish()
        let path = scratch.file("a.\(container.rawValue)")
        try sink.save(to: path)
        return (path, ids)
    }

    @Test(arguments: Container.forPictures) func ffmpegSeesTheMessagesAndDecodesThePictures(container: Container) throws {
        let scratch = Scratch()
        let (path, ids) = try file(container, in: scratch, [MessageRequest(text: "{\"quiz\":1}", repeats: 10)])
        #expect(Program.decodingComplaints(path) == "")
        let run = Program.run("ffprobe", ["-v", "error", "-select_streams", "v", "-show_frames", path])
        // x264 says who it is in the first picture, in the same way.
        let seen = run.text.ranges(of: "side_data_type=H.26[45] User Data Unregistered SEI message").count
        #expect(seen == 10 || seen == 11, "\(seen)")
        let trace = Program.run("ffmpeg", ["-v", "trace", "-i", path, "-c:v", "copy", "-an", "-bsf:v", "trace_headers", "-f", "null", "-"])
        #expect(
            trace.complaints.contains("uuid_iso_iec_11578") || trace.complaints.contains("User Data Unregistered"), "\(trace.complaints.suffix(500))")
        let found = try MediaFile(path).inspect()
        let message = try #require(found.messages.first)
        #expect(found.messages.map(\.id) == ids && message.text == "{\"quiz\":1}" && message.pictures == 10)
        #expect(found.trouble == "" && found.streams.map(\.kind) == ["video", "audio"])
    }

    @Test func keyframesAloneCarryWhatIsForThem() throws {
        let scratch = Scratch()
        let (path, ids) = try file(
            .mkv, in: scratch, [MessageRequest(text: "keys", repeats: 2, isForKeyframesAlone: true), MessageRequest(text: "all", repeats: 70)])
        let messages = try MediaFile(path).inspect().messages
        #expect(messages.map(\.id) == ids && ids == [1000, 1001])
        #expect(messages.map(\.pictures) == [2, 70] && messages.map(\.keyframes) == [2, 2])
        let keys = try #require(messages.first)
        #expect(abs(keys.lastSeconds - keys.firstSeconds - 2) < 0.05)
    }

    @Test func aPictureWithoutMessagesIsTheVerySame() throws {
        let track = MessageTrack()
        let packets = try TestMedia().packets(seconds: 1, fps: 30).filter { $0.kind == .video }
        #expect(packets.allSatisfy { track.carry($0) === $0 })
        #expect(track.post(MessageRequest(text: "x", repeats: 1), at: .now(), milliseconds: 5) == 5)
        let first = track.carry(packets[0])
        #expect(first !== packets[0] && first.byteCount > packets[0].byteCount && first.isKeyframe && first.pts == packets[0].pts)
        #expect(track.carry(packets[1]) === packets[1])
    }

    @Test func numbersGrowAndTooManyAreRefused() throws {
        let track = MessageTrack()
        let request = MessageRequest(text: "x", delay: .seconds(100))
        let ids = (0..<MessageTrack.mostWaiting).map { track.post(request, at: .now(), milliseconds: $0 == 3 ? 900 : 500) }
        #expect(ids.compactMap { $0 }.count == MessageTrack.mostWaiting && zip(ids, ids.dropFirst()).allSatisfy { $0! < $1! } && ids[3] == 900)
        #expect(track.post(request, at: .now(), milliseconds: 500) == nil)
    }
}
