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
    enum Fault: String, CaseIterable { case atOpening, atThe100thPicture, hanging, hangingWhileOpening, hangingAtARateChange }

    /// An encoder of hardware, as far as anyone can tell: libx264 behind the guard that hardware gets, with a driver's faults.
    private final class FaultyEncoder: PictureEncoder {
        private let inner: X264Encoder
        private let fault: Fault
        private let hang: Hang
        private var pictures = 0
        var stream: StreamDescription { inner.stream }

        init(_ settings: VideoSettings, _ fault: Fault, _ hang: Hang) throws(CodecError) {
            (self.fault, self.hang) = (fault, hang)
            if fault == .atOpening { throw CodecError(.library, operation: "open", message: "no device") }
            if fault == .hangingWhileOpening { hang.wait() }
            inner = try X264Encoder(settings)
        }

        func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError) {
            pictures += 1
            if pictures == 100 {
                if fault == .hanging { hang.wait() }
                if fault == .atThe100thPicture { throw CodecError(.library, operation: "encode", message: "the device is lost") }
            }
            try inner.encode(picture, changed: changed, ticks: ticks, isKeyframe: isKeyframe, emit: emit)
        }

        func flush(emit: Emit) throws(CodecError) { try inner.flush(emit: emit) }
        func setBitRate(_ bitsPerSecond: Int, stretch: Double) throws(CodecError) { if fault == .hangingAtARateChange { hang.wait() } }
        func setEffort(_ preset: String) {}
    }

    /// What a driver waits for that hangs: the end of the test.
    private final class Hang: Sendable {
        private let isOver = Atomic<Bool>(false)
        func wait() { _ = Watchdog.until(.seconds(50)) { isOver.load(ordering: .acquiring) } }
        func end() { isOver.store(true, ordering: .releasing) }
    }

    private static let size = PixelSize(width: 320, height: 180)

    private static func encoder(_ fault: Fault, _ hang: Hang) throws -> VideoEncoder {
        try VideoEncoder(VideoSettings(size: size, preset: "ultrafast", encoder: "h264_vaapi", threads: 1)) { (settings) throws(CodecError) in
            guard settings.encoder != "libx264" else { return try X264Encoder(settings) }
            return try GuardedEncoder(settings, limit: .milliseconds(300)) { () throws(CodecError) in try FaultyEncoder(settings, fault, hang) }
        }
    }

    @Test(arguments: Fault.allCases) func softwareGoesOnWhereHardwareStopped(fault: Fault) throws {
        let hang = Hang()
        defer { hang.end() }
        let encoder = try Self.encoder(fault, hang)
        let isAtStart = fault == .atOpening || fault == .hangingWhileOpening
        #expect((encoder.failure != nil) == isAtStart)
        let (picture, stream) = (TestPicture(width: 320, height: 180), encoder.stream)
        var packets: [Packet] = []
        for number in 0..<120 {
            picture.draw(number)
            if number == 60, fault == .hangingAtARateChange { try? encoder.setBitRate(1_000_000) }  // what hangs shows at the next picture
            try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { packets.append($0) }
        }
        #expect(encoder.failure != nil && encoder.settings.encoder == "libx264")
        // No picture is missing, none comes twice, and where another encoder begins decoding can begin.
        #expect(packets.count == 120 && zip(packets, packets.dropFirst()).allSatisfy { $0.dts < $1.dts })
        let keys = packets.indices.filter { packets[$0].isKeyframe }
        let seam: [Int] = isAtStart ? [] : fault == .hangingAtARateChange ? [60] : [99]
        #expect(keys.starts(with: [0]) && seam.allSatisfy(keys.contains), "\(keys)")
        // A player that began with the first encoder follows, in one file and one connection.
        let (scratch, sink) = (Scratch(), MemorySink())
        let muxer = try Muxer(.mkv, streams: [stream], start: .zero, into: sink)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        try sink.save(to: scratch.file("a.mkv"))
        #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
        #expect(Program.probe(scratch.file("a.mkv"), "frame=pict_type", ["-select_streams", "v"]).count == 120)
    }

    /// The way of pictures through the guard loses and changes nothing.
    @Test func aGuardedEncoderIsAsGoodAsItsOwn() throws {
        let settings = VideoSettings(size: Self.size, preset: "ultrafast", encoder: "h264_vaapi", threads: 1)
        let guarded = try VideoEncoder(settings) { (settings) throws(CodecError) in
            try GuardedEncoder(settings, limit: .seconds(20)) { () throws(CodecError) in try X264Encoder(settings) }
        }
        let plain = try VideoEncoder(settings) { (settings) throws(CodecError) in try X264Encoder(settings) }
        let picture = TestPicture(width: 320, height: 180)
        for number in 0..<20 {
            picture.draw(number)
            var both: [[UInt8]] = []
            for encoder in [guarded, plain] {
                try encoder.encode(picture.view, at: MediaTime(nanoseconds: Int64(number) * 33_333_333)) { both.append($0.withBytes { Array($0) }) }
            }
            #expect(both.count == 2 && both[0] == both[1], "picture \(number)")
        }
        #expect(guarded.failure == nil)
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
