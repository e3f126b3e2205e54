import EncoderFixtures
import Fixtures
import Frames
import MediaFixtures
import Picture
import Platform
import Synchronization
import Testing

@testable import Codec

/// A hardware encoder that fails in the middle of a stream, and what viewers get of it.
@Suite(.timeLimit(.minutes(1))) struct EncoderFallbackTests {
    private static let size = PixelSize(width: 320, height: 180)

    /// Pictures until a driver hangs are waited for so long.
    private static func program(_ fault: FaultyDriver.Fault, heard: @escaping @Sendable (String) -> Void = { _ in }) throws -> EncoderProgram {
        let variables = try FaultyDriver.environment(fault).map { "\($0)=\($1)" }
        var program = EncoderProgram(
            program: "/usr/bin/env", arguments: variables + [try builtProduct("splitcast"), EncoderServer.command], heard: heard)
        // Others may keep the processors from a driver that does not hang.
        (program.openingLimit, program.limit) = fault == .hangAtOpening ? (.seconds(1), .seconds(20)) : (.seconds(20), .seconds(20))
        if fault == .hangAtThe100thPicture { program.limit = .seconds(1) }
        return program
    }

    @Test(arguments: [
        (FaultyDriver.Fault.errorAtOpening, "No such device"), (.hangAtOpening, "it does not answer: its driver hangs"),
        (.errorAtThe100thPicture, "Input/output error"), (.hangAtThe100thPicture, "it does not answer: its driver hangs"),
        (.segmentationFaultAtThe100thPicture, "it crashed (signal 11): driver: the ring is stuck"),
        (.abortAtThe100thPicture, "it crashed (signal 6)"),
        (.exitAtThe100thPicture, "its process ended (status 3)"),
    ]) func softwareGoesOnWhereHardwareStopped(fault: FaultyDriver.Fault, why: String) throws {
        let encoder = try VideoEncoder(
            VideoSettings(size: Self.size, preset: "ultrafast", encoder: "h264_v4l2m2m", threads: 1), hardwareIn: Self.program(fault))
        let isAtStart = fault == .errorAtOpening || fault == .hangAtOpening
        #expect((encoder.failure != nil) == isAtStart)
        let (picture, stream) = (TestPicture(width: 320, height: 180), encoder.stream)
        var packets: [Packet] = []
        for number in 0..<120 {
            picture.draw(number)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packets.append($0) }
        }
        #expect(encoder.failure?.message == why && encoder.settings.encoder == "libx264", "\(encoder.failure?.message ?? "it did not fail")")
        // No picture is missing, none comes twice, and where another encoder begins decoding can begin.
        #expect(packets.count == 120 && zip(packets, packets.dropFirst()).allSatisfy { $0.dts < $1.dts })
        let keys = packets.indices.filter { packets[$0].isKeyframe }
        #expect(keys.starts(with: [0]) && (isAtStart || keys.contains(99)), "\(keys)")
        // A player that began with the first encoder follows, in one file and one connection.
        let (scratch, sink) = (Scratch(), MemorySink())
        let muxer = try Muxer(.mkv, streams: [stream], start: .zero, into: sink)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        try sink.save(to: scratch.file("a.mkv"))
        #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
        #expect(Program.probe(scratch.file("a.mkv"), "frame=pict_type", ["-select_streams", "v"]).count == 120)
    }

    /// Of another codec than H.264 software is for the user to choose, at the start; later the same codec goes on.
    @Test func hevcIsRefusedAtTheStartAndGoesOnLater() throws {
        var settings = VideoSettings(size: Self.size, encoder: "hevc_v4l2m2m", threads: 1)
        settings.preset = "ultrafast"
        #expect(throws: CodecError.self) { try VideoEncoder(settings, hardwareIn: Self.program(.errorAtOpening)) }
        let encoder = try VideoEncoder(settings, hardwareIn: Self.program(.segmentationFaultAtThe100thPicture))
        let picture = TestPicture(width: 320, height: 180)
        var packets = 0
        for number in 0..<110 {
            picture.draw(number)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packets += $0.coding == .hevc ? 1 : 0 }
        }
        #expect(packets == 110 && encoder.settings.encoder == "libx265")
    }

    /// What it writes keeps it from nothing, and few lines of it are heard.
    @Test func aDriverMayTalk() throws {
        let heard = Mutex<[String]>([])
        let encoder = try VideoEncoder(
            VideoSettings(size: Self.size, encoder: "h264_v4l2m2m", threads: 1),
            hardwareIn: Self.program(.talkAtThe100thPicture) { line in heard.withLock { $0.append(line) } })
        let picture = TestPicture(width: 320, height: 180)
        for number in 0..<105 { try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { _ in } }
        #expect(encoder.failure == nil)
        #expect(heard.withLock { $0 } == (0..<5).map { "driver: line \($0) of what no one wants to know" })
    }

    /// What hardware gets: both colours interleaved.
    @Test func interleavedColoursAreThoseOfThePicture() throws {
        let settings = VideoSettings(size: Self.size, encoder: "h264_qsv")
        let picture = TestPicture(width: 320, height: 180)
        picture.fill(luma: 100, blue: 90, red: 170)
        let upload = try PictureUpload(.interleaved, settings)
        let frame = try upload.frame(of: picture.view)
        let (luma, colours) = (try #require(frame.pointee.data.0), try #require(frame.pointee.data.1))
        let strides = (Int(frame.pointee.linesize.0), Int(frame.pointee.linesize.1))
        #expect((0..<180).allSatisfy { luma[$0 * strides.0 + 319] == 100 })
        #expect((0..<90).allSatisfy { colours[$0 * strides.1 + 318] == 90 && colours[$0 * strides.1 + 319] == 170 })
    }

    @Test func anotherBitRateComesWithTheNextKeyframe() throws {
        let encoder = try VideoEncoder(
            VideoSettings(
                size: Self.size, bitsPerSecond: 2_000_000, preset: "ultrafast", keyframeInterval: .seconds(1), encoder: "libx265", threads: 1))
        let picture = TestPicture(width: 320, height: 180)
        var (early, late, keys, noise) = (0, 0, [Int](), Noise())
        for number in 0..<150 {
            if number == 50 { try encoder.setBitRate(250_000) }
            noise.fill(picture.view.luma, 320 * 180)
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packet in
                if packet.isKeyframe { keys.append(number) }
                if (30..<50).contains(number) { early += packet.byteCount }
                if (125..<145).contains(number) { late += packet.byteCount }
            }
        }
        #expect(keys == [0, 30, 60, 90, 120] && late * 3 < early, "\(keys), \(early) then \(late) bytes")
    }
}
