import Fixtures
import Foundation
import Frames
import MediaFixtures
import Platform
import Testing

@testable import Codec

@Suite struct X264EncoderTests {
    private static let size = PixelSize(width: 320, height: 180)

    /// ffmpeg hands the same pictures and settings to the same library: byte for byte the same stream comes out. With the quick presets,
    /// macroblocks stay whole between key frames.
    @Test(arguments: [(false, "veryfast", ":partitions=none"), (true, "medium", "")])
    func theStreamIsTheOneThatFfmpegMakes(repeatsHeaders: Bool, preset: String, more: String) throws {
        let scratch = Scratch()
        var settings = VideoSettings(size: Self.size, bitsPerSecond: 600_000, preset: preset, keyframeInterval: .seconds(60), threads: 1)
        (settings.repeatsHeaders, settings.writesDelta) = (repeatsHeaders, false)
        let encoder = try VideoEncoder(settings)
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        var (raw, stream) = (Data(), Data())
        for number in 0..<45 {
            picture.draw(number)
            raw.append(picture.view.luma, count: Self.size.width * Self.size.height * 3 / 2)
            let at = MediaTime(nanoseconds: Int64(number) * 1_000_000_000 / 30)
            try encoder.encode(picture.view, at: at, wantsKeyframe: number == 15) { packet in
                #expect(packet.isKeyframe == [0, 15].contains(number))
                packet.withBytes { stream.append(contentsOf: $0) }
            }
        }
        try raw.write(to: URL(fileURLWithPath: scratch.file("raw")))
        let colours = ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
        let rates = ["-b:v", "600000", "-maxrate", "600000", "-bufsize", "240000", "-g", "1073741824", "-sc_threshold", "0", "-bf", "0"]
        let run = Program.run(
            "ffmpeg",
            ["-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "320x180", "-framerate", "30", "-i", scratch.file("raw")]
                + ["-vf", "setsar=1"]
                + ["-c:v", "libx264", "-preset", preset, "-tune", "zerolatency", "-profile:v", "high", "-forced-idr", "1", "-threads", "1"]
                + colours + ["-x264-params", "chromaloc=1" + more, "-force_key_frames", "expr:eq(n,15)"]
                + rates + (repeatsHeaders ? [] : ["-flags", "+global_header"]) + ["-f", "h264", scratch.file("peer.h264")])
        #expect(run.complaints.isEmpty && run.status == 0)
        let peer = Data(try scratch.bytes("peer.h264"))
        // Bytes that differ would be told one by one, which takes minutes.
        let isSame = stream == peer
        #expect(isSame, "\(stream.count) bytes, and \(peer.count) of ffmpeg")
    }

    /// What containers begin with is what key frames bring along where they do.
    @Test func theHeaderIsThatOfTheStream() throws {
        var settings = VideoSettings(size: Self.size)
        let plain = try VideoEncoder(settings)
        settings.repeatsHeaders = true
        let repeating = try VideoEncoder(settings)
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        func first(_ encoder: VideoEncoder) throws -> [UInt8] {
            var bytes: [UInt8] = []
            try encoder.encode(picture.view, at: .zero) { packet in packet.withBytes { bytes = Array($0) } }
            return bytes
        }
        let header = UnsafeBufferPointer(
            start: plain.stream.parameters.pointee.extradata, count: Int(plain.stream.parameters.pointee.extradata_size))
        #expect(header.count > 20)
        #expect(try first(repeating).starts(with: header))
        #expect(try !first(plain).starts(with: header))
    }

    @Test(arguments: [1, 3])
    func theEffortChangesWithoutAKeyframeAndTheStreamPlaysOn(threads: Int) throws {
        let settings = VideoSettings(size: Self.size, bitsPerSecond: 2_000_000, preset: "medium", keyframeInterval: .seconds(60), threads: threads)
        let encoder = try VideoEncoder(settings)
        #expect(settings.efforts == ["medium", "fast", "faster", "veryfast", "superfast", "ultrafast"])
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        let (scratch, sink) = (Scratch(), MemorySink())
        let muxer = try Muxer(.mkv, streams: [encoder.stream], start: .zero, into: sink)
        var (keys, count) = (0, 0)
        for (turn, effort) in (settings.efforts + settings.efforts.reversed()).enumerated() {
            try encoder.setEffort(effort)
            for number in turn * 5..<turn * 5 + 5 {
                picture.draw(number)
                try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packet in
                    (keys, count) = (keys + (packet.isKeyframe ? 1 : 0), count + 1)
                    #expect(throws: Never.self) { try muxer.write(packet) }
                }
            }
        }
        try muxer.finish()
        try sink.save(to: scratch.file("a.mkv"))
        #expect(keys == 1 && count == 60)
        #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
    }

    /// Motion that is good anyway gets less work after a second, and the stream plays on; a fixed effort stays.
    @Test func motionThatIsGoodAnywayGetsLessWork() throws {
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        let scratch = Scratch()
        func sizes(mayEase: Bool, bitsPerSecond: Int = 20_000_000) throws -> [Int] {
            var settings = VideoSettings(size: Self.size, bitsPerSecond: bitsPerSecond, keyframeInterval: .seconds(60), threads: 1)
            settings.mayEase = mayEase
            let (encoder, sink) = (try VideoEncoder(settings), MemorySink())
            let muxer = try Muxer(.mkv, streams: [encoder.stream], start: .zero, into: sink)
            var sizes: [Int] = []
            for number in 0..<90 {
                picture.draw(number)
                try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packet in
                    packet.withBytes { sizes.append($0.count) }
                    #expect(throws: Never.self) { try muxer.write(packet) }
                }
            }
            try muxer.finish()
            try sink.save(to: scratch.file("a.mkv"))
            #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
            return sizes
        }
        let (eased, fixed) = (try sizes(mayEase: true), try sizes(mayEase: false))
        #expect(eased[...MotionQuality.span] == fixed[...MotionQuality.span] && eased[60...] != fixed[60...])
        // Where each bit counts, it does not.
        #expect(try sizes(mayEase: true, bitsPerSecond: 100_000) == sizes(mayEase: false, bitsPerSecond: 100_000))
    }

    /// Waves that are not where they were in the picture before, with too few bits: pictures that refer to none are better then. They are no
    /// key frames, and the stream plays on.
    @Test func motionThatIsNotFoundAgainGetsPicturesThatReferToNone() throws {
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        let scratch = Scratch()
        var settings = VideoSettings(size: Self.size, keyframeInterval: .seconds(60), threads: 1)
        settings.repeatsHeaders = true
        /// The average of the last pictures, and whether they might refer to none.
        func quality(bitsPerSecond: Int, mayBe: Bool = true) throws -> (decibels: Double, isIntra: Bool) {
            (settings.bitsPerSecond, settings.mayLeaveReferences) = (bitsPerSecond, mayBe)
            let encoder = try X264Encoder(settings)
            var (stream, decibels, keys) = (Data(), 0.0, 0)
            for number in 0..<150 {
                drawWaves(number, on: picture)
                let ticks = Int64(number) * Ticks.perSecond / 30
                try encoder.encode(picture.view, changed: nil, ticks: ticks, isKeyframe: number == 0) { packet throws(CodecError) in
                    keys += packet.pointee.flags & 1 == 1 ? 1 : 0
                    stream.append(packet.pointee.data, count: Int(packet.pointee.size))
                }
                if number >= 100 { decibels += encoder.lumaDecibels / 50 }
            }
            try stream.write(to: URL(fileURLWithPath: scratch.file("a.h264")))
            // Of these libx264 finds by itself enough in the picture before; with a second's pictures and the lead-in it is tried.
            let intra = Program.probe(scratch.file("a.h264"), "frame=pict_type").map { $0.first?.contains("I") == true }
            guard intra.count == 150 else { throw FixtureError("\(intra.count) pictures") }
            #expect(intra[0] && !intra[1..<45].contains(true), "before it is tried: \(intra[..<45])")
            let tried = intra[45..<75].count { $0 }
            #expect(mayBe && bitsPerSecond < 100_000 ? tried > 8 : tried == 0, "\(tried)")
            #expect(keys == 1 && Program.decodingComplaints(scratch.file("a.h264")) == "")
            return (decibels, encoder.intra?.isOther == true)
        }
        let (without, with) = (try quality(bitsPerSecond: 60_000, mayBe: false), try quality(bitsPerSecond: 60_000))
        #expect(with.isIntra && with.decibels > without.decibels + 0.3, "\(without), \(with)")
        #expect(try !quality(bitsPerSecond: 300_000).isIntra)
    }

    /// Waves that are others with each picture, beside a strip that stays.
    private func drawWaves(_ number: Int, on picture: TestPicture) {
        let (width, height) = (Self.size.width, Self.size.height)
        let turn = Double(number) * 1.9
        let (wide, high) = (24 + 11 * sin(Double(number) * 1.3), 18 + 9 * sin(Double(number) * 2.1))
        let across = (0..<width).map { Int(50 * sin(wide * Double($0) / Double(width) + turn)) }
        for y in 0..<height {
            let down = Int(50 * sin(high * Double(y) / Double(height) - turn))
            for x in 0..<width { picture.view.luma[y * width + x] = UInt8(127 + across[x] + down) }
            for x in 0..<width / 16 { picture.view.luma[y * width + x] = UInt8((x * 37 + y * 91 + (x * y) % 53) % 120 + 20) }
        }
    }

    /// A page on which little changes is searched less and not deblocked, until much changes again; a fixed effort stays.
    @Test(arguments: [true, false]) func aPageGetsLessWork(mayEase: Bool) throws {
        var settings = VideoSettings(size: Self.size, bitsPerSecond: 100_000, keyframeInterval: .seconds(60), threads: 1)
        settings.mayEase = mayEase
        let encoder = try X264Encoder(settings)
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        func encode(_ number: Int, _ changed: Damage?, isKeyframe: Bool = false) throws -> (search: Int32, deblocks: Int32) {
            picture.draw(number)
            let ticks = Int64(number) * Ticks.perSecond / 30
            try encoder.encode(picture.view, changed: changed, ticks: ticks, isKeyframe: isKeyframe || number == 0) { _ throws(CodecError) in }
            return (encoder.parameters.analyse.i_subpel_refine, encoder.parameters.b_deblocking_filter)
        }
        let little = Damage(PixelRectangle(x: 0, y: 0, width: 16, height: 16))
        #expect(try encode(0, nil) == (2, 1))
        #expect(try encode(1, little) == (mayEase ? (1, 0) : (2, 1)))
        // Key frames get all of it.
        #expect(try encode(2, little, isKeyframe: true) == (2, 1))
        #expect(try encode(3, little) == (mayEase ? (1, 0) : (2, 1)))
        // Another effort is that of a page as well.
        try encoder.setEffort("superfast")
        #expect((encoder.parameters.analyse.i_subpel_refine, encoder.parameters.b_deblocking_filter) == (1, mayEase ? 0 : 1))
        try encoder.setEffort("veryfast")
        #expect(try encode(4, nil) == (2, 1))
    }

    /// libx264 by itself goes on as coarsely as before the key frame.
    @Test func whatAKeyframeOfAPageLeftCoarseIsFinerWithTheNextPicture() throws {
        let encoder = try X264Encoder(VideoSettings(size: Self.size, bitsPerSecond: 200_000, keyframeInterval: .seconds(60), threads: 1))
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        var noise = Noise()
        noise.fill(picture.view.luma, Self.size.width * Self.size.height)
        try encoder.encode(picture.view, number: 0, changed: nil)
        let coarse = encoder.lastQuantiser
        try encoder.encode(picture.view, number: 1, changed: Damage(PixelRectangle(x: 0, y: 0, width: 16, height: 16)))
        #expect(coarse > 30 && encoder.lastQuantiser == DeltaPacing.Quality.fineQuantiser)
        // What moves is libx264's business.
        try encoder.encode(picture.view, number: 2, changed: nil)
        #expect(encoder.lastQuantiser > 30)
    }

    @Test func lessEffortTakesLessTime() throws {
        let settings = VideoSettings(size: PixelSize(width: 640, height: 360), preset: "medium", keyframeInterval: .seconds(60), threads: 1)
        let encoder = try VideoEncoder(settings)
        let picture = TestPicture(width: 640, height: 360)
        var noise = Noise()
        var number: Int64 = 0
        /// Of the processor, for 12 pictures.
        func time(_ effort: String) throws -> Duration {
            try encoder.setEffort(effort)
            var taken = Duration.zero
            for _ in 0..<12 {
                picture.draw(Int(number))
                noise.fill(picture.view.luma, 640 * 90)
                number += 1
                let before = Worker.processorTime
                try encoder.encode(picture.view, at: MediaTime(nanoseconds: number * 33_333_333)) { _ in }
                taken += Worker.processorTime - before
            }
            return taken
        }
        _ = try time("medium")
        let (most, least, again) = (try time("medium"), try time("ultrafast"), try time("medium"))
        #expect(least < most * 0.7 && least < again * 0.7, "\(most), \(least), \(again)")
    }

    @Test func anEffortAboveThePresetIsRefused() throws {
        let encoder = try VideoEncoder(VideoSettings(size: Self.size, preset: "superfast"))
        for effort in ["veryfast", "none", ""] {
            let error = try #require(throws: CodecError.self) { try encoder.setEffort(effort) }
            #expect(error.code == .invalidSetting && error.message.contains("superfast, ultrafast"))
        }
        var reordering = encoder.settings
        reordering.isLowLatency = false
        #expect(reordering.efforts == ["superfast"])
    }

    /// Where nothing changed a picture is a few bytes, and what did change is in it.
    @Test func whatIsLeftOutOfTheChangesIsNotLookedAt() throws {
        let encoder = try VideoEncoder(VideoSettings(size: Self.size, bitsPerSecond: 2_000_000, threads: 1))
        let picture = TestPicture(width: Self.size.width, height: Self.size.height)
        var bytes: [Int] = []
        func encode(_ changed: Damage?) throws {
            try encoder.encode(picture.view, changed: changed, at: MediaTime(nanoseconds: Int64(bytes.count) * 33_333_333)) {
                bytes.append($0.byteCount)
            }
        }
        // Until the quality has settled marked blocks are refined.
        for _ in 0..<40 { try encode(Damage()) }
        picture.draw(17)
        try encode(Damage())
        try encode(Damage(PixelRectangle(of: Self.size)))
        #expect(bytes[39] < 100 && bytes[41] > 5 * bytes[40], "\(bytes)")
    }
}
