import Fixtures
import Foundation
import Frames
import MediaFixtures
import Platform

@testable import Codec

/// A screen on which little changes, mostly, encoded as it is; what was shown, what a decoder makes of it, and which pictures are ours.
final class DeltaScenario {
    let size: PixelSize
    let scratch = Scratch()
    /// What was shown, all planes, picture by picture; empty where it is not kept.
    private(set) var originals: [[UInt8]] = []
    /// Of each picture, the macroblocks that changed since the one before; all where that was not told.
    private(set) var changed: [Set<Int>] = []
    /// Of each picture, whether no other refers to it.
    private(set) var isOurs: [Bool] = []
    private(set) var byteCounts: [Int] = []
    /// The numbers of the pictures that are key frames.
    private(set) var keyframes: Set<Int> = []
    /// What key frames, by the numbers of their pictures, say as theirs (idr_pic_id).
    private(set) var keyNumbers: [Int: UInt32] = [:]
    /// How many pictures came that no one asked for: they repeat the one before.
    private(set) var repeatCount = 0
    /// What the encoder takes each picture for that is not ours, as decoders should have it, by its number: all planes.
    private(set) var references: [Int: [UInt8]] = [:]
    /// How many letters.
    private var typed = 0
    /// How many rows came in by scrolling.
    private var scrolledCount = 0
    private let encoder: VideoEncoder
    private let picture: TestPicture
    private var random: SeededRandom
    private var stream = Data()
    private var now = MediaTime(nanoseconds: 1_000_000_000)

    /// How many key frames had slices encoded anew, or none, in place of being libx264's.
    var patchedCount: Int { (encoder.encoder as? X264Encoder)?.patches?.patchedCount ?? 0 }

    /// How fine the last picture of libx264 is, for messages.
    var state: String {
        guard let encoder = encoder.encoder as? X264Encoder else { return "" }
        return "\(encoder.quality), key frames by the quantiser \(encoder.keyframeQuantiser)"
    }

    var columns: Int { (size.width + 15) / 16 }
    var rows: Int { (size.height + 15) / 16 }
    /// Of a picture.
    var bytes: Int { size.width * size.height * 3 / 2 }

    init(_ settings: VideoSettings, seed: UInt64) throws {
        (size, random) = (settings.size, SeededRandom(seed: seed))
        picture = TestPicture(width: size.width, height: size.height)
        encoder = try VideoEncoder(settings)
        encoder.stream.withHeader { stream.append(contentsOf: $0) }
    }

    func upTo(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    /// Encodes so many pictures: mostly small changes, seldom none or large ones, other efforts and bit rates.
    func run(_ count: Int) throws {
        for number in 0..<count {
            var damage: Damage? = Damage()
            switch upTo(40) {
            case 0:
                picture.draw(number)
                damage = nil
            case 1: damage = Damage(paint(largest: 1))
            case 2...8: break
            case 9:
                let efforts = encoder.settings.efforts
                try encoder.setEffort(efforts[upTo(efforts.count)])
            case 10: try encoder.setBitRate(300_000 + upTo(3_000_000))
            default: for _ in 0...upTo(3) { damage?.add(paint(largest: 8)) }
            }
            try encode(damage, isKeyframe: upTo(60) == 0)
        }
    }

    /// Encodes so many pictures on which nothing changes, every so many of them a key frame.
    func stand(_ count: Int, keyframeEach gop: Int) throws {
        for number in 0..<count { try encode(Damage(), isKeyframe: number % gop == 0) }
    }

    /// Encodes a key frame of a small change.
    func change() throws { try encode(Damage(paint(largest: 8)), isKeyframe: true) }

    /// Encodes so many pictures of a page that is typed on, one letter each, every so many of them a key frame.
    func type(_ count: Int, keyframeEach gop: Int) throws {
        for number in 0..<count {
            let (column, line) = (typed % (size.width / 8), typed / (size.width / 8) % (size.height / 16))
            typed += 1
            let part = PixelRectangle(x: 8 * column, y: 16 * line, width: 8, height: 16)
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX { picture.view.luma[y * size.width + x] = x % 8 == 3 + upTo(2) || y % 16 == 6 ? 220 : 30 }
            }
            try encode(Damage(part), isKeyframe: number % gop == 0)
        }
    }

    /// Encodes so many pictures of which a part is scrolled up and down, each time by other rows, with something new beside it at times.
    ///
    /// - Parameter rows: how far at most.
    func scroll(_ count: Int, rows: Int, keyframeEach gop: Int) throws {
        for number in 0..<count {
            let by = 1 + upTo(rows)
            var damage = Damage(scrolledPart)
            move(scrolledPart, by: upTo(2) == 0 ? by : -by)
            if upTo(4) == 0 { damage.add(paint(largest: 16)) }
            try encode(damage, isKeyframe: number % gop == 0)
        }
    }

    /// Encodes so many pictures of which a part is scrolled on and on.
    ///
    /// - Parameter rows: how far each time.
    func scrollEvenly(_ count: Int, rows: Int, keyframeEach gop: Int) throws {
        for number in 0..<count {
            move(scrolledPart, by: -rows)
            try encode(Damage(scrolledPart), isKeyframe: number % gop == 0)
        }
    }

    private var scrolledPart: PixelRectangle {
        PixelRectangle(x: 16, y: 32, width: size.width * 3 / 4 / 16 * 16, height: (size.height - 50) / 16 * 16)
    }

    /// - Parameter rows: even or odd; below 0 for up. What comes in are lines of letters that were not there before.
    private func move(_ part: PixelRectangle, by rows: Int) {
        let luma = picture.view.luma
        let order = rows > 0 ? Array((part.y..<part.maxY).reversed()) : Array(part.y..<part.maxY)
        for y in order {
            let from = y - rows
            let isNew = !(part.y..<part.maxY).contains(from)
            if isNew { scrolledCount += 1 }
            for x in part.x..<part.maxX {
                let letter = (scrolledCount / 16 * 31 + x / 8) * 2_654_435_761 >> 13
                luma[y * size.width + x] = isNew ? stroke(x, scrolledCount, letter) : luma[from * size.width + x]
            }
        }
    }

    /// Light letters on dark, with straight strokes.
    private func stroke(_ x: Int, _ y: Int, _ letter: Int) -> UInt8 {
        let isAcross = letter & 2 == 2 && y % 16 == 8 || letter & 4 == 4 && y % 16 == 13
        return (letter & 1 == 1 && x % 8 == 2 || isAcross && x % 8 < 6) && y % 16 > 3 ? 210 : 40
    }

    /// Encodes a picture of something else.
    func redraw() throws {
        picture.draw(1)
        try encode(nil, isKeyframe: false)
    }

    /// Encodes a page of light letters on dark: strokes of a pixel in cells of 8 × 16, as terminals have them.
    ///
    /// - Parameter isSolid: of letters with straight strokes, which take fewer bits.
    func page(isSolid: Bool = false, isKeyframe: Bool = true) throws {
        let letters = (0..<size.width * size.height / 128 + 1).map { _ in upTo(8) }
        for index in 0..<size.width * size.height {
            let (x, y) = (index % size.width, index / size.width)
            let letter = letters[(y / 16 * (size.width / 8) + x / 8) % letters.count]
            picture.view.luma[index] = isSolid ? stroke(x, y, letter) : upTo(3) == 0 && y % 16 > 3 ? 210 : 40
        }
        for index in 0..<size.width * size.height / 4 { (picture.view.blueChroma[index], picture.view.redChroma[index]) = (128, 128) }
        try encode(nil, isKeyframe: isKeyframe)
    }

    /// Something of one colour, of a gradient, of stripes like those of letters, or of noise.
    private func paint(largest share: Int) -> PixelRectangle {
        let part = PixelRectangle(
            x: upTo(size.width), y: upTo(size.height), width: 1 + upTo(size.width / share), height: 1 + upTo(size.height / share)
        ).intersection(PixelRectangle(of: size))
        let (kind, base) = (upTo(4), upTo(200))
        func value(_ x: Int, _ y: Int) -> UInt8 {
            switch kind {
            case 0: UInt8(base)
            case 1: UInt8(base + (x + 2 * y) % 56)
            case 2: (x * 5 / 7 + y / 3 + base) % 3 == 0 ? 20 : 235
            default: UInt8(upTo(256))
            }
        }
        for y in part.y..<part.maxY { for x in part.x..<part.maxX { picture.view.luma[y * size.width + x] = value(x, y) } }
        for y in part.y / 2..<(part.maxY + 1) / 2 {
            for x in part.x / 2..<(part.maxX + 1) / 2 {
                picture.view.blueChroma[y * size.width / 2 + x] = value(x, y)
                picture.view.redChroma[y * size.width / 2 + x] = 255 - value(y, x)
            }
        }
        return part
    }

    private func encode(_ damage: Damage?, isKeyframe: Bool) throws {
        now = now + .milliseconds(upTo(15) == 0 ? 500 : 33)
        originals.append(Array(UnsafeBufferPointer(start: picture.view.luma, count: bytes)))
        var macroblocks = Set<Int>()
        for index in 0..<(damage?.count ?? 1) {
            let part = damage?[index] ?? PixelRectangle(of: size)
            for row in part.y / 16..<(part.maxY + 15) / 16 {
                for column in part.x / 16..<(part.maxX + 15) / 16 { macroblocks.insert(row * columns + column) }
            }
        }
        changed.append(macroblocks)
        let first = self.isOurs.count
        try encoder.encode(picture.view, changed: damage, at: now, wantsKeyframe: isKeyframe) { packet in
            if self.isOurs.count > first {
                repeatCount += 1
                originals.insert(originals[first - 1], at: first)
                changed.insert([], at: first)
            }
            packet.withBytes { bytes in
                stream.append(contentsOf: bytes)
                byteCounts.append(bytes.count)
                var (offset, isOurs) = (0, true)
                while let unit = NALUnit.next(in: bytes, from: offset, .annexB) {
                    offset = unit.content.upperBound
                    let first = bytes[unit.content.lowerBound]
                    if unit.role(in: bytes, .h264) == .slice, first & 0x60 != 0 { isOurs = false }
                    guard first & 0x1F == 5 else { continue }
                    keyframes.insert(self.isOurs.count)
                    keyNumbers[self.isOurs.count] = number(ofKeySlice: SEIReader.plain(Array(bytes[unit.content])))
                }
                self.isOurs.append(isOurs)
            }
        }
        guard isOurs.last == false, let encoder = encoder.encoder as? X264Encoder else { return }
        let patches = encoder.patches.flatMap { $0.isAhead ? $0 : nil }
        references[isOurs.count - 1] = (patches?.picture.reference ?? encoder.encoded).map(planes)
    }

    /// As far as it is seen.
    private func planes(_ reference: DeltaWriter.Reference) -> [UInt8] {
        var planes: [UInt8] = []
        for y in 0..<size.height { planes += UnsafeBufferPointer(start: reference.luma + y * reference.lumaStrideBytes, count: size.width) }
        for colour in 0..<2 {
            for y in 0..<size.height / 2 {
                for x in 0..<size.width / 2 { planes.append(reference.chroma[y * reference.chromaStrideBytes + 2 * x + colour]) }
            }
        }
        return planes
    }

    /// H.264, 7.3.3: behind the first macroblock, the kind, the picture set and `frame_num`.
    private func number(ofKeySlice slice: [UInt8]) -> UInt32? {
        var bits = BitReader(slice)
        guard let count = frameNumberBits, bits.skip(8), bits.golomb() != nil, bits.golomb() != nil, bits.golomb() != nil, bits.skip(count)
        else { return nil }
        return bits.golomb()
    }

    /// As the sequence parameter set says (7.3.2.1.1), of the high profile.
    private var frameNumberBits: Int? {
        let set: [UInt8]? = stream.withUnsafeBytes { bytes in
            guard let unit = NALUnit.next(in: bytes, from: 0, .annexB) else { return nil }
            return SEIReader.plain(Array(bytes[unit.content]))
        }
        guard let set, set.count > 4, set[1] == 100 else { return nil }
        var bits = BitReader(set)
        guard bits.skip(32), bits.golomb() != nil, bits.golomb() != nil, bits.golomb() != nil, bits.golomb() != nil, bits.skip(2) else { return nil }
        return bits.golomb().map { Int($0) + 4 }
    }

    /// What libavcodec makes of it, which takes the slightest error for a failure.
    func decoded() throws -> [UInt8] {
        try stream.write(to: URL(fileURLWithPath: scratch.file("a.h264")))
        let run = Program.run(
            "ffmpeg",
            ["-v", "warning", "-err_detect", "explode", "-i", scratch.file("a.h264"), "-fps_mode", "passthrough"]
                + ["-f", "rawvideo", "-pix_fmt", "yuv420p", scratch.file("raw")])
        guard run.status == 0, run.complaints.isEmpty else { throw FixtureError("ffmpeg: \(run.complaints)") }
        return bytesOfFile(scratch.file("raw"))
    }

    /// What openh264 makes of it, after `decoded`. The width is a multiple of 8.
    func decodedByOthers() throws -> [UInt8] {
        let pipeline = "filesrc location=\(scratch.file("a.h264")) ! h264parse ! openh264dec ! filesink location=\(scratch.file("other"))"
        try runTool(["gst-launch-1.0", "-q"] + pipeline.split(separator: " ").map(String.init))
        return bytesOfFile(scratch.file("other"))
    }
}
