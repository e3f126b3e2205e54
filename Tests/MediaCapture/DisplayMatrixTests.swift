import Frames
import Testing

@testable import MediaCapture

@Suite struct DisplayMatrixTests {
    /// Where right (a, b) and down (c, d) go. The turn of a telephone that was held upright is the second.
    @Test(arguments: [
        (1, 0, 0, 1, Orientation.up), (0, 1, -1, 0, .right), (-1, 0, 0, -1, .down), (0, -1, 1, 0, .left), (-1, 0, 0, 1, .upMirrored),
        (1, 0, 0, -1, .downMirrored), (0, 1, 1, 0, .leftMirrored), (0, -1, -1, 0, .rightMirrored),
    ])
    func allEightAreTold(a: Int, b: Int, c: Int, d: Int, wanted: Orientation) {
        let matrix = [a, b, 0, c, d, 0, 77, 5, 1 << 14].map { Int32($0 << 16) }
        #expect(matrix.withUnsafeBytes { Orientation(displayMatrix: $0.baseAddress!) } == wanted)
        // A corner of the picture goes where the orientation says.
        let stored = PixelSize(width: 30, height: 20)
        let corner = wanted.upright(PixelRectangle(x: 0, y: 0, width: 1, height: 1), in: stored)
        let upright = wanted.upright(stored)
        #expect((corner.x == 0) == (a + c > 0) && (corner.y == 0) == (b + d > 0), "\(corner) in \(upright)")
    }

    @Test func whatIsNoQuarterTurnIsTheNearest() {
        let slanted: [Int32] = [60_000, 20_000, 0, -20_000, 60_000, 0, 0, 0, 1 << 30]
        #expect(slanted.withUnsafeBytes { Orientation(displayMatrix: $0.baseAddress!) } == .up)
        let nothing = [Int32](repeating: 0, count: 9)
        #expect(nothing.withUnsafeBytes { Orientation(displayMatrix: $0.baseAddress!) } == .up)
    }
}
