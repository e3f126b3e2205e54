import Codec
import Fixtures
import Frames
import MediaFixtures
import Platform
import Testing

@Suite struct VideoEncoderTests {
    @Test(arguments: [2, 30])
    func keyframesComeEveryTwoSecondsWhateverTheCadence(fps: Int) throws {
        let media = try TestMedia()
        var keys: [Duration] = []
        for number in 0..<(fps * 9) {
            try media.picture(number, at: .nanoseconds(Int64(number) * 1_000_000_000 / Int64(fps))) {
                if $0.isKeyframe { keys.append($0.pts - media.start) }
            }
        }
        #expect(keys.map { ($0.inSeconds * 1000).rounded() } == [0, 2000, 4000, 6000, 8000])
    }

    @Test func everyPictureLeavesInItsOwnCallWithItsOwnTime() throws {
        let media = try TestMedia()
        var at = Duration.zero
        for number in 0..<60 {
            at += .microseconds(3_001 + number * 977)
            var times: [(MediaTime, MediaTime)] = []
            try media.picture(number, at: at) { times.append(($0.pts, $0.dts)) }
            try #require(times.count == 1)
            // A 90 kHz tick is 11 µs.
            #expect(abs((times[0].0 - (media.start + at)).inNanoseconds) <= 11_200)
            #expect(times[0].0 == times[0].1)
        }
    }

    @Test func aTimerThatIsALittleEarlyDoesNotCostAnInterval() throws {
        let media = try TestMedia()
        var keys: [Int] = []
        for (number, at) in [0, 500, 1000, 1500, 1997, 2497, 3990].enumerated() {
            try media.picture(number, at: .milliseconds(at)) { if $0.isKeyframe { keys.append(at) } }
        }
        #expect(keys == [0, 1997, 3990])
    }

    @Test func aKeyframeComesWhenItIsWanted() throws {
        let media = try TestMedia()
        var keys: [Int] = []
        for number in 0..<20 {
            try media.picture(number, at: .milliseconds(33 * number), wantsKeyframe: number == 7) {
                if $0.isKeyframe { keys.append(number) }
            }
        }
        #expect(keys == [0, 7])
    }

    @Test func aCutInThePictureMakesNoKeyframe() throws {
        let size = PixelSize(width: 320, height: 180)
        let encoder = try VideoEncoder(VideoSettings(size: size, bitsPerSecond: 2_000_000))
        let picture = TestPicture(width: 320, height: 180)
        var keys = 0
        for number in 0..<40 {
            number % 10 == 0 ? picture.fill(luma: UInt8(20 + number * 5), blue: 128, red: 128) : picture.draw(number)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_000_000)) { if $0.isKeyframe { keys += 1 } }
        }
        #expect(keys == 1)
    }

    @Test func timeThatGoesBackIsRefusedAndDoesNoHarm() throws {
        let media = try TestMedia()
        try media.picture(0, at: .milliseconds(100)) { _ in }
        let error = try #require(throws: CodecError.self) { try media.picture(1, at: .milliseconds(100)) { _ in } }
        #expect(error.code == .outOfOrder)
        var count = 0
        try media.picture(2, at: .milliseconds(101)) { _ in count += 1 }
        #expect(count == 1)
    }

    @Test func thePictureMayBeOverwrittenAsSoonAsTheCallReturns() throws {
        // With several threads and frames still referring to the lent planes, the decoded colours would be the later ones.
        let size = PixelSize(width: 640, height: 360)
        let encoder = try VideoEncoder(VideoSettings(size: size, threads: 4))
        let picture = TestPicture(width: 640, height: 360)
        let scratch = Scratch()
        let sink = MemorySink()
        let muxer = try Muxer(.mkv, streams: [encoder.stream], start: .zero, into: sink)
        for number in 0..<10 {
            picture.fill(luma: UInt8(40 + number * 15), blue: 128, red: 128)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 40_000_000)) { packet in
                #expect(throws: Never.self) { try muxer.write(packet) }
            }
            picture.fill(luma: 16, blue: 0, red: 255)
        }
        try muxer.finish()
        try sink.save(to: scratch.file("a.mkv"))
        let decoded = Program.run(
            "ffmpeg",
            [
                "-v", "error", "-i", scratch.file("a.mkv"), "-vf", "crop=2:2:100:100", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
                "yuv420p", scratch.file("raw"),
            ])
        #expect(decoded.complaints.isEmpty)
        let raw = try scratch.bytes("raw")
        try #require(raw.count == 60)
        for number in 0..<10 { #expect(abs(Int(raw[number * 6]) - (40 + number * 15)) <= 3) }
    }

    @Test func theStreamSaysWhatItsColoursMean() throws {
        let media = try TestMedia()
        let scratch = Scratch()
        for (index, container) in Container.forPictures.enumerated() {
            let file = scratch.file("a.\(container.rawValue)")
            try media.savePictures(to: file, container, from: .seconds(index))
            let row = Program.probe(
                file, "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries,chroma_location", ["-select_streams", "v"])
            #expect(row.first == ["yuv420p", "tv", "bt709", "bt709", "bt709", "center"], "\(container)")
        }
    }

    @Test(.timeLimit(.minutes(15))) func theBitRateFollowsWithoutAKeyframe() throws {
        let size = PixelSize(width: 320, height: 180)
        let encoder = try VideoEncoder(
            VideoSettings(size: size, bitsPerSecond: 2_000_000, preset: "ultrafast", keyframeInterval: .seconds(60)))
        let picture = TestPicture(width: 320, height: 180)
        var (early, late, keys) = (0, 0, 0)
        var noise = Noise()
        for number in 0..<240 {
            if number == 120 { try encoder.setBitRate(250_000) }
            noise.fill(picture.view.luma, 320 * 180)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packet in
                if packet.isKeyframe { keys += 1 }
                if (60..<120).contains(number) { early += packet.byteCount }
                if number >= 180 { late += packet.byteCount }
            }
        }
        #expect(keys == 1)
        #expect(late * 3 < early, "\(early) then \(late) bytes in two seconds")
    }

    @Test(.timeLimit(.minutes(15)), arguments: [10, 15, 30]) func fewerPicturesGetTheWholeBitRate(framesPerSecond: Int) throws {
        let encoder = try VideoEncoder(
            VideoSettings(
                size: PixelSize(width: 320, height: 180), bitsPerSecond: 2_000_000, preset: "ultrafast", keyframeInterval: .seconds(60), threads: 1))
        let picture = TestPicture(width: 320, height: 180)
        try encoder.setBitRate(600_000, framesPerSecond: FrameRate(framesPerSecond))
        var bytes = 0
        var noise = Noise()
        for number in 0..<12 * framesPerSecond {
            noise.fill(picture.view.luma, 320 * 180)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 1_000_000_000 / Int64(framesPerSecond))) { packet in
                if number >= 4 * framesPerSecond { bytes += packet.byteCount }
            }
        }
        let rate = Double(bytes) * 8 / 8
        #expect(rate > 500_000 && rate < 720_000, "\(rate) b/s")
    }
}
