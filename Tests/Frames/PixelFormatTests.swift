import Frames
import Testing

@Suite struct PixelFormatTests {
    static let colours = YUVColour.Matrix.allCases.flatMap { matrix in
        YUVColour.Range.allCases.map { YUVColour(matrix: matrix, range: $0) }
    }
    static let formats = [PixelFormat.bgrx] + colours.flatMap { [.i420($0), .nv12($0), .yuyv($0)] }

    @Test(arguments: formats) func everyFormatReadsBack(format: PixelFormat) {
        #expect(PixelFormat(rawValue: format.rawValue) == format)
    }

    /// The numbers of PROTOCOL.md.
    @Test func rawValuesNeverChange() {
        #expect(PixelFormat.bgrx.rawValue == 1)
        #expect(PixelFormat.i420(YUVColour(matrix: .bt601, range: .limited)).rawValue == 0x01_01_02)
        #expect(PixelFormat.nv12(YUVColour(matrix: .bt709, range: .full)).rawValue == 0x02_02_03)
        #expect(PixelFormat.yuyv(YUVColour(matrix: .bt2020, range: .limited)).rawValue == 0x01_03_04)
    }

    @Test(arguments: [0, 2, 5, 0x0101, 0x0001_0002, 0x0100_0002, 0x0004_0102, 0x0001_0402, 0x0101_0102, 0xFFFF_FFFF] as [UInt32])
    func whatIsNotDefinedIsNoFormat(raw: UInt32) { #expect(PixelFormat(rawValue: raw) == nil) }

    @Test func planesFollowEachOther() throws {
        let size = PixelSize(width: 33, height: 7)
        let planar = try #require(FrameGeometry(size: size, format: .i420(.canvas), strideBytes: 40))
        #expect(
            (0..<planar.planeCount).map(planar.plane) == [
                FramePlane(offsetBytes: 0, strideBytes: 40, rowBytes: 33, rows: 7),
                FramePlane(offsetBytes: 280, strideBytes: 20, rowBytes: 17, rows: 4),
                FramePlane(offsetBytes: 360, strideBytes: 20, rowBytes: 17, rows: 4),
            ])
        #expect(planar.frameBytes == 440)
        let interleaved = try #require(FrameGeometry(size: size, format: .nv12(.canvas), strideBytes: 40))
        #expect(interleaved.planeCount == 2)
        #expect(interleaved.plane(1) == FramePlane(offsetBytes: 280, strideBytes: 40, rowBytes: 34, rows: 4))
        #expect(interleaved.frameBytes == 440)
        let packed = try #require(FrameGeometry(size: size, format: .yuyv(.canvas)))
        #expect(packed.planeCount == 1)
        #expect(packed.plane(0) == FramePlane(offsetBytes: 0, strideBytes: 68, rowBytes: 68, rows: 7))
        #expect(packed.frameBytes == 476)
        let pixels = try #require(FrameGeometry(size: size))
        #expect(pixels.plane(0) == FramePlane(offsetBytes: 0, strideBytes: 132, rowBytes: 132, rows: 7))
    }

    @Test func stridesHoldWholePairsOfColumns() {
        let size = PixelSize(width: 33, height: 7)
        #expect(FrameGeometry(size: size, format: .i420(.canvas))?.strideBytes == 36)
        #expect(FrameGeometry(size: size, format: .i420(.canvas), strideBytes: 32) == nil)
        #expect(FrameGeometry(size: size, format: .nv12(.canvas), strideBytes: 34) == nil, "not a multiple of 4")
        #expect(FrameGeometry(size: size, format: .yuyv(.canvas), strideBytes: 64) == nil)
        #expect(FrameGeometry(size: size, format: .yuyv(.canvas), strideBytes: 68) != nil)
    }
}
