import Codec
import Fixtures
import MediaFixtures
import Platform
import Testing

@Suite struct MuxerTests {
    private static func mux(
        _ container: Container, seconds: Double = 5, fps: Double = 30, isSeekable: Bool = true, finishes: Bool = true
    ) throws -> (sink: MemorySink, pictures: Int) {
        let media = try TestMedia()
        let packets = try media.packets(seconds: seconds, fps: fps)
        let sink = MemorySink(isSeekable: isSeekable)
        let muxer = try Muxer(container, streams: [media.video.stream, media.audio.stream], start: media.start, into: sink)
        for packet in packets { try muxer.write(packet) }
        if finishes { try muxer.finish() }
        return (sink, packets.filter { $0.kind == .video }.count)
    }

    @Test(arguments: Container.forPictures, [true, false])
    func everyContainerDecodesWithoutAWord(container: Container, isSeekable: Bool) throws {
        let (sink, pictures) = try Self.mux(container, isSeekable: isSeekable)
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try sink.save(to: file)
        #expect(Program.decodingComplaints(file) == "")
        let packets = Program.probe(file, "packet=pts_time,flags", ["-select_streams", "v"])
        #expect(packets.count == pictures)
        let keys = packets.filter { $0[1].hasPrefix("K") }.compactMap { Double($0[0]) }
        #expect(keys.map { ($0 - keys[0]).rounded() } == [0, 2, 4])
        #expect(try #require(keys.first) < (container == .mpegts ? 1.5 : 0.03))
    }

    /// What a crash leaves: everything up to `cut` of the bytes, and no end.
    @Test(arguments: Container.forPictures, [2.0, 30.0])
    func aFileCutShortDecodesAndLacksLittle(container: Container, fps: Double) throws {
        let (sink, pictures) = try Self.mux(container, seconds: 9, fps: fps, finishes: false)
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try sink.save(to: file)
        // A cluster or fragment that was begun may be named in a decoder's complaint; what counts is what decodes.
        let decoded = Program.run(
            "ffprobe", ["-v", "quiet", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", file])
        let frames = Int(decoded.text.split(whereSeparator: { !$0.isNumber }).first ?? "0") ?? 0
        #expect(frames >= pictures - Int(2 * fps), "\(frames) of \(pictures)")
    }

    /// Key frames are rare here, so it is not they that end a cluster or fragment.
    @Test(arguments: Container.forPictures)
    func aFileCutShortBetweenRareKeyframesLacksLittle(container: Container) throws {
        let media = try TestMedia(keyframeInterval: .seconds(60))
        let packets = try media.packets(seconds: 9, fps: 30)
        let sink = MemorySink()
        let muxer = try Muxer(container, streams: [media.video.stream, media.audio.stream], start: media.start, into: sink)
        for packet in packets { try muxer.write(packet) }
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try sink.save(to: file)
        #expect(Program.probe(file, "packet=pts", ["-select_streams", "v"]).count >= 7 * 30)
    }

    /// Pictures come when something changes, so that no one knows how long one lasts; audio ends most fragments then.
    @Test(arguments: Container.forPictures)
    func everythingKeepsItsTime(container: Container) throws {
        let media = try TestMedia(start: .zero, keyframeInterval: .seconds(60))
        var packets: [Packet] = []
        let instants = (0..<24).map { $0 * 410 + ($0 * $0 * 37) % 130 }
        for (number, instant) in instants.enumerated() { try media.picture(number, at: .milliseconds(instant)) { packets.append($0) } }
        // The audio begins after the picture, by no whole number of its frames, and has a gap.
        for quantum in (3..<980) where !(400..<450).contains(quantum) { try media.sound(at: .milliseconds(quantum * 10)) { packets.append($0) } }
        let sink = MemorySink()
        let muxer = try Muxer(container, streams: [media.video.stream, media.audio.stream], start: .zero, into: sink)
        for packet in packets.sorted(by: { $0.dts < $1.dts }) { try muxer.write(packet) }
        try muxer.finish()
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try sink.save(to: file)
        for (kind, letter) in [(Packet.Kind.video, "v"), (.audio, "a")] {
            let times = Program.probe(file, "packet=pts_time", ["-select_streams", letter]).compactMap { Double($0[0]) }
            let wanted = packets.filter { $0.kind == kind }.map { ($0.pts - .zero).inSeconds }
            try #require(times.count == wanted.count)
            let errors = zip(times, wanted).map { abs($0 - $1) }
            #expect(try #require(errors.max()) < 0.002, "\(letter): \(times)")
        }
    }

    @Test(arguments: Container.forPictures)
    func whatTheSinkThrowsComesBack(container: Container) throws {
        struct Full: Error {}
        final class FullSink: ByteSink {
            var isSeekable: Bool { false }
            var room = 4000
            func write(_ bytes: UnsafeRawBufferPointer) throws {
                room -= bytes.count
                if room < 0 { throw Full() }
            }
            func seek(toByte offset: Int) throws {}
        }
        let media = try TestMedia()
        let packets = try media.packets(seconds: 5, fps: 30)
        let error = try #require(throws: CodecError.self) {
            let muxer = try Muxer(container, streams: [media.video.stream, media.audio.stream], start: media.start, into: FullSink())
            for packet in packets { try muxer.write(packet) }
        }
        #expect(error.code == .sink && error.cause is Full)
    }

    /// The encoder is opened anew at half the size, and once more at the whole: players follow, wherever it goes.
    @Test(arguments: Container.forPictures)
    func aStreamThatChangesItsSizeDecodesInBoth(container: Container) throws {
        let (wide, narrow) = (try TestMedia(width: 320, height: 180), try TestMedia(width: 160, height: 90, repeatsHeaders: true))
        let again = try TestMedia(width: 320, height: 180, repeatsHeaders: true)
        let sink = MemorySink()
        let muxer = try Muxer(container, streams: [wide.video.stream], start: wide.start, into: sink)
        for (turn, media) in [wide, narrow, again].enumerated() {
            for number in 0..<20 {
                var packets: [Packet] = []
                let at = wide.start - media.start + .milliseconds((turn * 20 + number) * 40)
                try media.picture(number, at: at) { packets.append($0) }
                for packet in packets { try muxer.write(packet) }
            }
        }
        try muxer.finish()
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try sink.save(to: file)
        let sizes = Program.probe(file, "frame=width,height", ["-select_streams", "v"]).map { $0.prefix(2).joined(separator: "x") }
        #expect(sizes == Array(repeating: "320x180", count: 20) + Array(repeating: "160x90", count: 20) + Array(repeating: "320x180", count: 20))
    }
}
