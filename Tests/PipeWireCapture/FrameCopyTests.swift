import AppGroup
import Frames
import Glibc
import Testing

@testable import PipeWireCapture

@Suite struct FrameCopyTests {
    /// A buffer of random bytes as a compositor would send it, and frame memory that is poisoned all over.
    private final class Bench {
        let format: StreamFormat
        /// Emptied when it goes.
        let memory: FrameMemory
        let frames: WritableFrames
        let source: [UInt8]
        let stride: Int
        let planeOffsets: [Int]
        let planeStrides: [Int]
        var held: HeldFrame

        init(_ pixels: StreamFormat.Arrangement, size: PixelSize, area: PixelRectangle? = nil, padding: Int = 0) throws {
            format = try #require(StreamFormat(size: size, pixels))
            let area = area ?? PixelRectangle(of: size)
            let rows = size.height
            let chroma = (rows + 1) / 2
            let row =
                switch pixels {
                case .yuy2, .uyvy, .yvyu: (size.width + 1) / 2 * 4
                case .rgb, .bgr: size.width * 3
                case .p010: (size.width + 3) / 4 * 8
                case _ where format.pixels == .bgrx: size.width * 4
                default: (size.width + 3) / 4 * 4
                }
            stride = row + padding
            switch pixels {
            case .nv12, .nv21, .p010: (planeOffsets, planeStrides) = ([0, stride * rows], [stride, stride])
            case .y42b:
                planeOffsets = [0, stride * rows, stride * rows + stride / 2 * rows]
                planeStrides = [stride, stride / 2, stride / 2]
            case .i420:
                planeOffsets = [0, stride * rows, stride * rows + stride / 2 * chroma]
                planeStrides = [stride, stride / 2, stride / 2]
            default: (planeOffsets, planeStrides) = ([0], [stride])
            }
            source = (0..<stride * rows * 2 + stride).map { _ in UInt8.random(in: 0...255) }
            let geometry = try #require(FrameGeometry(size: area.size, format: format.pixels))
            let layout = try #require(FrameLayout(geometry: geometry))
            memory = try FrameMemory(layout: layout)
            frames = try WritableFrames(descriptor: memory.descriptor, layout: layout)
            memset(frames.pixels(ofSlot: 0), 0xA7, layout.totalBytes)
            held = HeldFrame(buffer: frames.pixels(ofSlot: 0), planes: StreamPlanes(), area: area, orientation: .up, time: .zero)
        }

        func copy(_ rectangle: PixelRectangle, slot: Int = 1) {
            source.withUnsafeBytes { bytes in
                var planes = StreamPlanes()
                for index in planeOffsets.indices {
                    planes[index] = StreamPlanes.Plane(pixels: bytes.baseAddress! + planeOffsets[index], strideBytes: planeStrides[index])
                }
                held = HeldFrame(buffer: held.buffer, planes: planes, area: held.area, orientation: .up, time: .zero)
                FrameCopy.copy(rectangle, of: held, format, into: frames, slot: slot)
            }
        }

        /// A byte of a plane in the slot.
        func byte(_ plane: Int, _ x: Int, _ y: Int, slot: Int = 1) -> UInt8 {
            let facts = frames.layout.geometry.plane(plane)
            return frames.pixels(ofSlot: slot).load(fromByteOffset: facts.offsetBytes + y * facts.strideBytes + x, as: UInt8.self)
        }

        func sent(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 { source[planeOffsets[plane] + y * planeStrides[plane] + x] }
    }

    @Test(arguments: [
        (StreamFormat.Arrangement.bgrx, [0, 1, 2]), (.rgbx, [2, 1, 0]), (.xrgb, [3, 2, 1]), (.xbgr, [1, 2, 3]),
    ])
    func everyOrderOfColoursBecomesOurs(pixels: StreamFormat.Arrangement, order: [Int]) throws {
        let bench = try Bench(pixels, size: PixelSize(width: 37, height: 5), padding: 12)
        bench.copy(PixelRectangle(x: 0, y: 0, width: 37, height: 5))
        for y in 0..<5 {
            for x in 0..<37 {
                for colour in 0..<3 { #expect(bench.byte(0, x * 4 + colour, y) == bench.sent(0, x * 4 + order[colour], y)) }
            }
        }
    }

    @Test func nothingButTheRectangleOfTheSlotIsWritten() throws {
        let bench = try Bench(.bgrx, size: PixelSize(width: 40, height: 30))
        let part = PixelRectangle(x: 7, y: 9, width: 11, height: 3)
        bench.copy(part)
        for y in 0..<30 {
            for x in 0..<40 {
                let isIn = part.contains(PixelRectangle(x: x, y: y, width: 1, height: 1))
                #expect(bench.byte(0, x * 4, y) == (isIn ? bench.sent(0, x * 4, y) : 0xA7))
            }
        }
        #expect(bench.byte(0, 7 * 4, 9, slot: 0) == 0xA7 && bench.byte(0, 7 * 4, 9, slot: 2) == 0xA7)
    }

    @Test func aCropIsTakenFromItsPlaceInTheBuffer() throws {
        let area = PixelRectangle(x: 6, y: 4, width: 20, height: 10)
        for pixels in [StreamFormat.Arrangement.bgrx, .rgbx] {
            let bench = try Bench(pixels, size: PixelSize(width: 40, height: 30), area: area)
            bench.copy(PixelRectangle(x: 2, y: 3, width: 18, height: 7))
            for y in 3..<10 { for x in 2..<20 { #expect(bench.byte(0, x * 4 + 1, y) == bench.sent(0, (area.x + x) * 4 + 1, area.y + y)) } }
        }
    }

    @Test(arguments: [StreamFormat.Arrangement.i420, .nv12, .yuy2]) func picturesInYUVAreCarriedAsTheyAre(pixels: StreamFormat.Arrangement) throws {
        let size = PixelSize(width: 35, height: 21)
        let bench = try Bench(pixels, size: size, padding: 8)
        bench.copy(PixelRectangle(of: size))
        let geometry = bench.frames.layout.geometry
        for index in 0..<geometry.planeCount {
            let plane = geometry.plane(index)
            for y in 0..<plane.rows { for x in 0..<plane.rowBytes { #expect(bench.byte(index, x, y) == bench.sent(index, x, y)) } }
        }
    }

    @Test(arguments: [StreamFormat.Arrangement.i420, .nv12, .yuy2]) func aPartInYUVIsWidenedToWholePairs(pixels: StreamFormat.Arrangement) throws {
        let area = PixelRectangle(x: 4, y: 2, width: 24, height: 14)
        let bench = try Bench(pixels, size: PixelSize(width: 36, height: 20), area: area)
        bench.copy(PixelRectangle(x: 5, y: 3, width: 3, height: 2))
        // Columns 4 ..< 8 and rows 2 ..< 6 of the picture.
        for y in 0..<14 {
            let isRow = (2..<6).contains(y)
            switch pixels {
            case .yuy2:
                for x in 0..<48 { #expect(bench.byte(0, x, y) == (isRow && (8..<16).contains(x) ? bench.sent(0, x + 8, y + 2) : 0xA7)) }
            default:
                for x in 0..<24 { #expect(bench.byte(0, x, y) == (isRow && (4..<8).contains(x) ? bench.sent(0, x + 4, y + 2) : 0xA7)) }
            }
        }
        guard pixels != .yuy2 else { return }
        let (bytes, planes) = pixels == .nv12 ? (2, 1...1) : (1, 1...2)
        for plane in planes {
            for y in 0..<7 {
                for x in 0..<12 * bytes {
                    let isIn = (1..<3).contains(y) && (2 * bytes..<4 * bytes).contains(x)
                    #expect(bench.byte(plane, x, y) == (isIn ? bench.sent(plane, x + 2 * bytes, y + 1) : 0xA7))
                }
            }
        }
    }

    /// Odd sides, a crop, and a part that begins and ends within a pair.
    @Test(arguments: [StreamFormat.Arrangement.rgb, .bgr, .nv21, .p010, .uyvy, .yvyu, .y42b, .grey])
    func whatTheHostDoesNotKnowIsPutInOrder(pixels: StreamFormat.Arrangement) throws {
        let area = PixelRectangle(x: 4, y: 2, width: 27, height: 15)
        let bench = try Bench(pixels, size: PixelSize(width: 31, height: 17), area: area, padding: 8)
        for part in [PixelRectangle(of: area.size), PixelRectangle(x: 5, y: 3, width: 3, height: 2)] {
            bench.copy(part, slot: part.x == 0 ? 1 : 2)
            let slot = part.x == 0 ? 1 : 2
            for y in part.y..<part.maxY {
                for x in part.x..<part.maxX {
                    let (left, top) = (area.x + x, area.y + y)
                    #expect(written(bench, x, y, slot) == sent(bench, pixels, left, top), "\(pixels) \(x),\(y)")
                }
            }
        }
        // Rows 2 ..< 6 at most are touched by the part.
        for y in [0, 1, 6, 14] { #expect(bench.byte(0, 8, y, slot: 2) == 0xA7) }
    }

    /// Luma, blue and red chroma of a pixel in the slot; or blue, green, red.
    private func written(_ bench: Bench, _ x: Int, _ y: Int, _ slot: Int) -> [UInt8] {
        switch bench.format.pixels {
        case .bgrx: (0..<3).map { bench.byte(0, x * 4 + $0, y, slot: slot) }
        case .yuyv: [bench.byte(0, x * 2, y, slot: slot)] + [1, 3].map { bench.byte(0, x / 2 * 4 + $0, y, slot: slot) }
        case .nv12: [bench.byte(0, x, y, slot: slot)] + (0...1).map { bench.byte(1, x / 2 * 2 + $0, y / 2, slot: slot) }
        case .i420: []
        }
    }

    /// The same in the buffer.
    private func sent(_ bench: Bench, _ pixels: StreamFormat.Arrangement, _ x: Int, _ y: Int) -> [UInt8] {
        switch pixels {
        case .rgb: [2, 1, 0].map { bench.sent(0, x * 3 + $0, y) }
        case .bgr: [0, 1, 2].map { bench.sent(0, x * 3 + $0, y) }
        case .nv21: [bench.sent(0, x, y), bench.sent(1, x / 2 * 2 + 1, y / 2), bench.sent(1, x / 2 * 2, y / 2)]
        case .p010: [bench.sent(0, x * 2 + 1, y), bench.sent(1, x / 2 * 4 + 1, y / 2), bench.sent(1, x / 2 * 4 + 3, y / 2)]
        case .uyvy: [bench.sent(0, x * 2 + 1, y), bench.sent(0, x / 2 * 4, y), bench.sent(0, x / 2 * 4 + 2, y)]
        case .yvyu: [bench.sent(0, x * 2, y), bench.sent(0, x / 2 * 4 + 3, y), bench.sent(0, x / 2 * 4 + 1, y)]
        case .y42b: [bench.sent(0, x, y), bench.sent(1, x / 2, y), bench.sent(2, x / 2, y)]
        case .grey: [bench.sent(0, x, y), 128, 128]
        default: []
        }
    }

    @Test func coloursThatNoOneNamesAreThoseOfTheSize() {
        func colour(_ width: Int, matrix: YUVColour.Matrix? = nil, range: YUVColour.Range? = nil) -> YUVColour? {
            StreamFormat(size: PixelSize(width: width, height: 480), .nv12, matrix: matrix, range: range)?.pixels.colour
        }
        #expect(colour(640) == YUVColour(matrix: .bt601, range: .limited))
        #expect(colour(1920) == .canvas)
        #expect(colour(640, matrix: .bt2020, range: .full) == YUVColour(matrix: .bt2020, range: .full))
        #expect(StreamFormat(size: PixelSize(width: 1920, height: 1080), .grey)?.pixels.colour?.range == .full)
        #expect(StreamFormat(size: PixelSize(width: 16384, height: 16384), .bgrx) == nil, "too many pixels")
    }
}
