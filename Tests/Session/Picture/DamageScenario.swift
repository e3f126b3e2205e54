import Codec
import Fixtures
import Foundation
import Frames
import MediaFixtures
import Picture
import Platform

@testable import Session

/// A screen on which anything may happen, composed and told to an encoder as canvas and encodings do it: parts that change, a pointer, other
/// geometries, smaller pictures, pictures of which nothing is new, other bit rates and efforts.
final class DamageScenario {
    static let small = PixelSize(width: 160, height: 96)
    /// Large enough for pictures of which little changes (`DeltaPacing.mostChanged`).
    static let large = PixelSize(width: 320, height: 192)
    /// Of a second, for each macroblock: bits are hardly ever missing. Where they are, streams differ by what each has spent.
    static let ampleBits = 25_000
    private let canvas: PixelSize
    private let bitsPerSecond: Int
    /// What was put into the encoders, picture by picture, all planes.
    private(set) var originals: [[UInt8]] = []
    /// Of each picture, whether it differs from the one before where that was not told.
    private(set) var untold = 0
    private let composer: Composer
    private let reduced: EncodingPicture?
    private var pending = PendingDamage()
    private var random: SeededRandom
    /// Of 100 changes that are told, how many are forgotten: to see that it is noticed.
    private let forgotten: Int
    private var geometry: FrameGeometry
    private var orientation = Orientation.up
    private var screen: [UInt8] = []
    private var now = MediaTime(nanoseconds: 1_000_000_000)
    private let map: Recorded
    private let plain: Recorded

    /// A stream on its way to a decoder.
    private final class Recorded {
        let encoder: VideoEncoder
        let sink = MemorySink()
        let muxer: Muxer

        init(_ settings: VideoSettings) throws {
            encoder = try VideoEncoder(settings)
            muxer = try Muxer(.mkv, streams: [encoder.stream], start: MediaTime(nanoseconds: 1_000_000_000), into: sink)
        }
    }

    init(
        seed: UInt64, canvas: PixelSize = large, isReduced: Bool = false, threads: Int = 1, forgotten: Int = 0, sampling: ChromaSampling = .half,
        bitsPerMacroblock: Int = ampleBits
    ) throws {
        random = SeededRandom(seed: seed)
        (self.canvas, self.forgotten, self.sampling) = (canvas, forgotten, sampling)
        (geometry, bitsPerSecond) = (FrameGeometry(size: canvas)!, bitsPerMacroblock * canvas.width * canvas.height / 256)
        composer = try Composer(canvas: canvas, mode: .fit)
        composer.setFullChroma(sampling == .full)
        reduced = isReduced ? EncodingPicture(size: canvas.reduced(toPercent: 70), hasFullChroma: sampling == .full) : nil
        let size = isReduced ? canvas.reduced(toPercent: 70) : canvas
        var settings = VideoSettings(size: size, bitsPerSecond: bitsPerSecond, keyframeInterval: .seconds(8), threads: threads)
        settings.sampling = sampling
        (map, plain) = (try Recorded(settings), try Recorded(settings))
        try configure()
        try movePointer()
    }

    let sampling: ChromaSampling

    /// Those as large as the luma, itself the first.
    var wholePlanes: Int { sampling == .full ? 3 : 1 }

    /// Of a picture, all planes.
    var bytes: Int { size.width * size.height * (sampling == .full ? 6 : 3) / 2 }

    var size: PixelSize { map.encoder.settings.size }

    /// - Returns: the pictures that a decoder makes of both streams: told what changed, and not told.
    func run(_ pictures: Int) throws -> (map: [UInt8], plain: [UInt8]) {
        for _ in 0..<pictures {
            for _ in 0..<random.next() % 3 { try change() }
            try encode()
        }
        for recorded in [map, plain] { try recorded.muxer.finish() }
        return (try decoded(map), try decoded(plain))
    }

    private func upTo(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    // MARK: What happens on the screen

    private func change() throws {
        switch upTo(100) {
        case ..<70:
            var damage = Damage()
            for _ in 0...upTo(4) { damage.add(paint()) }
            update(damage)
        case ..<92: try movePointer()
        case ..<94: composer.hidePointer()
        case ..<95: try configure()
        case ..<97:
            let bitRate = bitsPerSecond * 4 / 15 + upTo(bitsPerSecond * 4 / 3)
            for recorded in [map, plain] { try recorded.encoder.setBitRate(bitRate) }
        default:
            let efforts = map.encoder.settings.efforts
            let effort = efforts[upTo(efforts.count)]
            for recorded in [map, plain] { try recorded.encoder.setEffort(effort) }
        }
    }

    /// Something of one colour, of a gradient or of noise, as small as a cursor or as large as a window.
    private func paint() -> PixelRectangle {
        let (width, height) = (1 + upTo(upTo(4) == 0 ? geometry.size.width : 20), 1 + upTo(upTo(4) == 0 ? geometry.size.height : 20))
        let part = PixelRectangle(x: upTo(geometry.size.width), y: upTo(geometry.size.height), width: width, height: height)
            .intersection(PixelRectangle(of: geometry.size))
        let (kind, base) = (upTo(3), upTo(200))
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX {
                let pixel = y * geometry.strideBytes + x * 4
                for channel in 0..<3 {
                    let value = kind == 0 ? base : kind == 1 ? base + (x * 3 + y * channel) % 56 : upTo(256)
                    screen[pixel + channel] = UInt8(value)
                }
            }
        }
        return part
    }

    private func update(_ damage: Damage) {
        let changed = screen.withUnsafeBytes { composer.update(from: $0.baseAddress!, damage: damage) }
        if upTo(100) >= forgotten { pending.add(changed) }
    }

    private func movePointer() throws {
        if upTo(5) == 0 {
            let size = PixelSize(width: 4 + upTo(20), height: 4 + upTo(20))
            let shade = UInt8(upTo(256))
            let pixels = (0..<size.width * size.height).flatMap { _ in [shade, 255 - shade, shade / 2, 255] as [UInt8] }
            try composer.setPointerImage(size: size, hotX: 2, hotY: 2, pixels: pixels)
        }
        composer.movePointer(toX: upTo(geometry.size.width + 20) - 10, y: upTo(geometry.size.height + 20) - 10)
    }

    private func configure() throws {
        let sizes = [
            canvas, PixelSize(width: canvas.width, height: canvas.height * 5 / 8),
            PixelSize(width: canvas.width * 3 / 2, height: canvas.height * 3 / 2),
            PixelSize(width: canvas.width * 7 / 10 - 1, height: canvas.height * 7 / 8 - 1),
        ]
        geometry = FrameGeometry(size: sizes[upTo(sizes.count)])!
        orientation = [Orientation.up, .up, .right, .downMirrored][upTo(4)]
        screen = [UInt8](repeating: UInt8(60 + upTo(100)), count: geometry.frameBytes)
        composer.configure(geometry: geometry, orientation: orientation)
        let changed = screen.withUnsafeBytes { composer.update(from: $0.baseAddress!, damage: Damage()) }
        pending.add(changed)
    }

    // MARK: What the encoders get

    private func encode() throws {
        pending.add(composer.takePointerDamage())
        let damage = pending.take()
        now = now + .milliseconds(upTo(20) == 0 ? 500 : 33)
        let wantsKeyframe = upTo(200) == 0
        try composer.withPointerBlended { picture in
            let changed = reduced.map { $0.update(from: picture, changed: damage) } ?? damage
            let picture = reduced?.view ?? picture
            keep(picture, changed)
            for (recorded, changed) in [(map, changed), (plain, nil)] {
                try recorded.encoder.encode(picture, changed: changed, at: now, wantsKeyframe: wantsKeyframe) { packet in
                    _ = try? recorded.muxer.write(packet)  // a failure leaves pictures out, which is noticed
                }
            }
        }
    }

    private func keep(_ picture: I420View, _ changed: Damage?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.bytes)
        let (lumaStride, chromaStride) = (picture.lumaStrideBytes, picture.chromaStrideBytes)
        var planes = [(picture.luma, lumaStride, 1), (picture.blueChroma, chromaStride, 2), (picture.redChroma, chromaStride, 2)]
        if sampling == .full, let full = picture.fullChroma { planes[1...] = [(full.blue, lumaStride, 1), (full.red, lumaStride, 1)] }
        for (plane, stride, share) in planes {
            for row in 0..<size.height / share { bytes += UnsafeBufferPointer(start: plane + row * stride, count: size.width / share) }
        }
        if let changed, let before = originals.last, !covers(changed, bytes, before) { untold += 1 }
        originals.append(bytes)
    }

    /// Whether luma, and full chroma, differ only where it was told.
    private func covers(_ changed: Damage, _ new: [UInt8], _ old: [UInt8]) -> Bool {
        var rest = old
        let plane = size.width * size.height
        for index in 0..<changed.count * wholePlanes {
            let part = changed[index / wholePlanes].intersection(PixelRectangle(of: size))
            for row in part.y..<max(part.y, part.maxY) {
                let first = index % wholePlanes * plane + row * size.width
                rest.replaceSubrange(first + part.x..<first + part.maxX, with: new[first + part.x..<first + part.maxX])
            }
        }
        return rest[..<(wholePlanes * plane)] == new[..<(wholePlanes * plane)]
    }

    private func decoded(_ recorded: Recorded) throws -> [UInt8] {
        let scratch = Scratch()
        try Data(recorded.sink.bytes).write(to: URL(fileURLWithPath: scratch.file("a.mkv")))
        let run = Program.run(
            "ffmpeg",
            [
                "-v", "error", "-i", scratch.file("a.mkv"), "-vf", "setpts=N/20/TB", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
                "yuv\(sampling.rawValue)p", scratch.file("raw"),
            ])
        guard run.status == 0, run.complaints.isEmpty else { throw FixtureError("ffmpeg: \(run.complaints)") }
        return bytesOfFile(scratch.file("raw"))
    }
}
