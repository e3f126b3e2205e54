import Fixtures
import Foundation
import Frames
import Glibc
import Picture
import Platform
import Testing

@testable import Codec

/// A clip is encoded once, for the encoder whose stream it is to join, and kept as bytes.
@Suite struct ClipEncoderTests {
    private static let size = PixelSize(width: 64, height: 36)

    private func settings(fps: FrameRate = 30, _ encoder: String = "libx264") -> VideoSettings {
        var settings = VideoSettings(size: Self.size, fps: fps, bitsPerSecond: 200_000, preset: "ultrafast", encoder: encoder, threads: 1)
        settings.keyframeInterval = .seconds(1)
        return settings
    }

    /// - Parameter times: of the pictures, in milliseconds; each a grey of its own.
    private func clip(_ times: [Int], end: Int, _ settings: VideoSettings, trim: Bool = false) throws -> EncodedClip {
        let encoder = try ClipEncoder(settings, hardwareIn: nil)
        let picture = EncodingPicture(size: Self.size)
        for (index, time) in times.enumerated() {
            try encoder.advance(to: .milliseconds(time))
            for row in 0..<Self.size.height {
                for column in 0..<Self.size.width { picture.view.luma[row * picture.view.lumaStrideBytes + column] = UInt8(40 + index % 180) }
            }
            encoder.show(picture.view)
        }
        try encoder.advance(to: .milliseconds(end))
        return try encoder.finish(trim: trim)
    }

    @Test(arguments: [(30 as FrameRate, 30, 30), (FrameRate(30_000, over: 1001), 30, 30), (25, 25, 25), (60, 60, 60)])
    func eachIntervalHasAPictureAndEachGOPAKeyFrame(fps: FrameRate, count: Int, gop: Int) throws {
        let settings = settings(fps: fps)
        #expect(settings.gopLength == gop)
        // 2.5 s of 30 a second, whatever the stream has.
        let clip = try clip((0..<75).map { $0 * 1000 / 30 }, end: 2500, settings)
        #expect(clip.packets.count == 3 * gop)
        #expect(clip.packets.indices.filter { clip.packets[$0].isKeyframe } == [0, gop, 2 * gop])
        #expect(zip(clip.packets, clip.packets.dropFirst()).allSatisfy { $0.pts < $1.pts })
        #expect(try self.clip((0..<75).map { $0 * 1000 / 30 }, end: 2500, settings, trim: true).packets.count == 2 * gop)
    }

    @Test func itsHeadersAreThoseOfTheEncoderThatItStandsInFor() throws {
        let settings = settings()
        let live = try VideoEncoder(settings)
        #expect(try clip([0], end: 40, settings).stream.hasHeader(of: live.stream))
        let larger = try VideoEncoder(VideoSettings(size: PixelSize(width: 128, height: 72), preset: "ultrafast"))
        #expect(try !clip([0], end: 40, settings).stream.hasHeader(of: larger.stream))
    }

    @Test func aMovedPictureSharesItsBytes() throws {
        let clip = try clip([0], end: 40, settings())
        let time = MediaTime(nanoseconds: 5_000_000_000)
        let moved = try clip.packets[0].moved(to: time, in: clip.stream)
        #expect(moved.pts == time && moved.dts == time && moved.isKeyframe && moved.byteCount == clip.packets[0].byteCount)
        #expect(moved.withBytes { $0.baseAddress } == clip.packets[0].withBytes { $0.baseAddress })
    }

    @Test func itIsReadAsItWasWritten() throws {
        let settings = settings()
        let clip = try clip([0, 500], end: 900, settings)
        let bytes = try ClipFile.encode(clip, as: "a1")
        let read = try #require(try bytes.withUnsafeBytes { try ClipFile.decode($0, as: "a1", settings, coding: .h264) })
        #expect(read.packets.count == clip.packets.count && read.stream.hasHeader(of: clip.stream))
        for (one, other) in zip(read.packets, clip.packets) {
            #expect(one.isKeyframe == other.isKeyframe && one.withBytes { Array($0) } == other.withBytes { Array($0) })
        }
    }

    @Test func whatIsCutShortOrChangedIsNotRead() throws {
        let settings = settings()
        let bytes = try ClipFile.encode(try clip([0], end: 40, settings), as: "a1")
        for count in stride(from: 0, to: bytes.count, by: 97) {
            #expect(
                try Array(bytes[..<count]).withUnsafeBytes { try ClipFile.decode($0, as: "a1", settings, coding: .h264) } == nil, "\(count) bytes")
        }
        for index in stride(from: 0, to: bytes.count, by: 101) {
            var changed = bytes
            changed[index] ^= 1
            #expect(try changed.withUnsafeBytes { try ClipFile.decode($0, as: "a1", settings, coding: .h264) } == nil, "byte \(index)")
        }
    }

    /// One that lies under the name of another is not taken for that.
    @Test func whatWasWrittenByAnotherNameIsNotRead() throws {
        let settings = settings()
        let bytes = try ClipFile.encode(try clip([0], end: 40, settings), as: "a1")
        #expect(try bytes.withUnsafeBytes { try ClipFile.decode($0, as: "a2", settings, coding: .h264) } == nil)
    }

    /// Of a larger file than that some is read: it is another one where it is longer, was written to, or differs at its end.
    @Test func aDigestOfALargeFileReadsSomeOfIt() throws {
        let scratch = Scratch()
        func digest(_ bytes: [UInt8], at seconds: Int = 1000, most: Int64) throws -> (digest: String, asked: Int) {
            let path = scratch.file("large.bin")
            try Data(bytes).write(to: URL(filePath: path))
            let file = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            futimens(file, [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)])
            let content = try ContentDigest()
            var asked = 0
            try content.add(file: file, mostBytes: most) {
                asked += 1
                return false
            }
            return (content.finish(), asked)
        }
        let megabyte = 1 << 20
        let bytes = [UInt8](repeating: 7, count: 20 * megabyte + 5)
        let part = try digest(bytes, most: Int64(4 * megabyte))
        #expect(part.asked == 4)
        #expect(try digest(bytes, most: Int64(4 * megabyte)).digest == part.digest)
        #expect(try digest(bytes + [7], most: Int64(4 * megabyte)).digest != part.digest)
        #expect(try digest(bytes, at: 1001, most: Int64(4 * megabyte)).digest != part.digest)
        for index in [0, bytes.count - 1] {
            var changed = bytes
            changed[index] = 8
            #expect(try digest(changed, most: Int64(4 * megabyte)).digest != part.digest)
        }
        // All of a smaller one, whenever it was written.
        let whole = try digest(bytes, most: Int64(bytes.count))
        #expect(try whole.asked == 21 && digest(bytes, at: 1001, most: Int64(bytes.count)).digest == whole.digest)
    }

    @Test func aDigestIsThatOfTheStandard() throws {
        let digest = try ContentDigest()
        digest.add("abc")
        #expect(digest.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
