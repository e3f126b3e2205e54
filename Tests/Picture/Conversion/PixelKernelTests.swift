import Fixtures
import Frames
import Testing

@testable import Picture

/// Without AVX2 these compare the portable code with itself.
@Suite struct PixelKernelTests {
    private static let guardByte: UInt8 = 0x5C

    /// Three planes one after the other, with guard bytes after each row and each plane.
    private func converted(_ frame: TestFrame, x: Int, width: Int, height: Int, by kernels: PixelKernels) -> [[UInt8]] {
        let (stride, rows) = (width + 67, (height + 1) & ~1)
        let planeBytes = stride * (rows + 1)
        var planes = [UInt8](repeating: Self.guardByte, count: 3 * planeBytes)
        planes.withUnsafeMutableBufferPointer { bytes in
            let luma = bytes.baseAddress!
            let view = I420View(
                size: PixelSize(width: width, height: height), luma: luma, blueChroma: luma + planeBytes, redChroma: luma + 2 * planeBytes,
                lumaStrideBytes: stride, chromaStrideBytes: stride)
            kernels.convert(frame.pixels + x * 4, strideBytes: frame.geometry.strideBytes, width: width, height: height, into: view)
        }
        return (0..<3).map { Array(planes[$0 * planeBytes..<($0 + 1) * planeBytes]) }
    }

    @Test func everyWidthAndOffsetConvertsAlikeInAllVariants() {
        var noise = SeededRandom(seed: 1)
        let frame = TestFrame(150, 5)
        frame.fillWithNoise(&noise)
        for width in 1...140 {
            let (x, height) = (width % 7, 1 + width % 5)
            let portable = converted(frame, x: x, width: width, height: height, by: .portable)
            #expect(converted(frame, x: x, width: width, height: height, by: .best) == portable, "width \(width)")
            let stride = width + 67
            let evenWidth = (width + 1) & ~1
            #expect(portable[0][0..<stride].lastIndex { $0 != Self.guardByte } ?? 0 < evenWidth)
            #expect(portable[0][(height + 1) / 2 * 2 * stride] == Self.guardByte)
            #expect(portable[1][evenWidth / 2..<stride].allSatisfy { $0 == Self.guardByte })
        }
    }

    @Test func extremePixelsConvertAlikeInAllVariants() {
        let frame = TestFrame(128, 2)
        let ends = [0, 255]
        frame.fill { x, _ in Colour(red: ends[x / 2 & 1], green: ends[x / 4 & 1], blue: ends[x / 8 & 1]) }
        let all = converted(frame, x: 0, width: 128, height: 2, by: .portable)
        #expect(converted(frame, x: 0, width: 128, height: 2, by: .best) == all)
    }

    @Test(arguments: [(1, 9), (7, 40), (64, 16), (100, 37), (640, 16), (33, 32), (33, 33), (16, 160), (64, 32), (60, 30), (36, 27)])
    func everyRatioScalesAlikeInAllVariants(source: Int, scaled: Int) {
        var noise = SeededRandom(seed: UInt64(source))
        let frame = TestFrame(source, source)
        frame.fillWithNoise(&noise)
        let mapping = AxisMapping(source: source, scaled: scaled)
        let part = PixelRectangle(x: 0, y: 0, width: scaled, height: scaled)
        let pictures = [PixelKernels.portable, .best].map { kernels in
            let scaler = PixelScaler(horizontal: mapping, vertical: mapping, part: part, kernels: kernels)
            var picture = [UInt8](repeating: 0, count: scaled * scaled * 4)
            picture.withUnsafeMutableBytes { bytes in
                for row in 0..<scaled {
                    scaler.scale(
                        row: row, range: 0..<scaled, from: frame.pixels, strideBytes: frame.geometry.strideBytes,
                        into: bytes.baseAddress! + row * scaled * 4)
                }
            }
            return picture
        }
        #expect(pictures[0] == pictures[1])
    }
}
