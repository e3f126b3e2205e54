import Codec
import Fixtures
import MediaFixtures
import Platform
import Testing

/// HEVC and AV1 from their encoders into every container that takes them.
@Suite struct PictureCodecTests {
    private static let pairs = PictureCodec.allCases.flatMap { codec in
        Container.forPictures.filter { $0.takes(codec.coding) }.map { (codec, $0) }
    }

    @Test(arguments: pairs) func itDecodesWithoutAWord(codec: PictureCodec, container: Container) throws {
        let media = try codec.media(start: .zero)
        var packets = try media.pictures(75, keyframesAt: [20])
        for quantum in 0..<250 { try media.sound(at: .milliseconds(quantum * 10)) { packets.append($0) } }
        let sink = MemorySink()
        let muxer = try Muxer(container, streams: [media.video.stream, media.audio.stream], start: .zero, into: sink)
        for packet in packets.sorted(by: { $0.dts < $1.dts }) { try muxer.write(packet) }
        try muxer.finish()
        let (scratch, name) = (Scratch(), "a.\(container.rawValue)")
        try sink.save(to: scratch.file(name))
        #expect(Program.decodingComplaints(scratch.file(name)) == "")
        let entries = "stream=codec_name,codec_tag_string,pix_fmt,color_range,color_space"
        let stream = try #require(Program.probe(scratch.file(name), entries, ["-select_streams", "v"]).first)
        #expect(container != .mp4 || stream[1] == codec.coding.fourCC)
        #expect([stream[0]] + stream[2...4] == [codec.coding.rawValue, "yuv420p", "tv", "bt709"], "\(stream)")
        let rows = Program.probe(scratch.file(name), "packet=pts_time,flags", ["-select_streams", "v"])
        let keys = rows.enumerated().filter { $0.element[1].hasPrefix("K") }.map(\.offset)
        #expect(rows.count == 75 && keys == [0, 20], "\(keys)")
    }

    /// Of the picture that a test draws, which moves: what comes out is what went in.
    @Test(arguments: PictureCodec.allCases) func whatIsDecodedIsWhatWasEncoded(codec: PictureCodec) throws {
        let media = try codec.media(start: .zero)
        let sink = MemorySink()
        let muxer = try Muxer(.mkv, streams: [media.video.stream], start: .zero, into: sink)
        for packet in try media.pictures(40) { try muxer.write(packet) }
        try muxer.finish()
        let scratch = Scratch()
        try sink.save(to: scratch.file("a.mkv"))
        let decoded = Program.run(
            "ffmpeg", ["-v", "error", "-i", scratch.file("a.mkv"), "-fps_mode", "passthrough", "-f", "rawvideo", scratch.file("raw")])
        #expect(decoded.complaints.isEmpty)
        let raw = try scratch.bytes("raw")
        let (luma, frame) = (320 * 180, 320 * 180 * 3 / 2)
        try #require(raw.count == 40 * frame)
        let picture = TestPicture(width: 320, height: 180)
        for number in [5, 20, 39] {
            picture.draw(number)
            let errors = (0..<luma).map { abs(Int(raw[number * frame + $0]) - Int(picture.view.luma[$0])) }
            #expect(Double(errors.reduce(0, +)) / Double(luma) < 5, "picture \(number)")
        }
    }

    @Test(arguments: [PictureCodec.x265, .aom]) func everyPictureLeavesInItsOwnCallWithItsOwnTime(codec: PictureCodec) throws {
        let media = try codec.media()
        for number in 0..<20 {
            var times: [MediaTime] = []
            try media.picture(number, at: .milliseconds(number * 37)) { times.append($0.pts) }
            let time = try #require(times.first)
            #expect(times.count == 1 && abs((time - media.start - .milliseconds(number * 37)).inNanoseconds) <= 11_200)
        }
    }

    @Test(arguments: PictureCodec.allCases) func textsTravelInsideThePicture(codec: PictureCodec) throws {
        let media = try codec.media(start: .zero)
        let texts = MessageTrack(coding: codec.coding)
        #expect(texts.post(MessageRequest(text: "quiz é 1", repeats: 3), at: .zero, milliseconds: 5) != nil)
        let packets = try media.pictures(20).map { texts.carry($0) }
        #expect(packets.map(\.messages.count).reduce(0, +) == 3)
        for container in Container.forPictures where container.takes(codec.coding) {
            let sink = MemorySink()
            let muxer = try Muxer(container, streams: [media.video.stream], start: .zero, into: sink)
            for packet in packets { try muxer.write(packet) }
            try muxer.finish()
            let scratch = Scratch()
            try sink.save(to: scratch.file("a.\(container.rawValue)"))
            let found = try MediaFile(scratch.file("a.\(container.rawValue)")).inspect()
            #expect(found.messages.map(\.text) == ["quiz é 1"] && found.trouble.isEmpty, "\(container)")
            // libdav1d names what it leaves alone: metadata of a private kind.
            let complaints = Program.decodingComplaints(scratch.file("a.\(container.rawValue)")).split(separator: "\n")
            #expect(complaints.filter { !$0.contains("Unknown Metadata OBU type") && !$0.contains("Last message repeated") } == [])
        }
    }
}
