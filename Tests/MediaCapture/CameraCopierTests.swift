import Frames
import Testing

@testable import MediaCapture

/// What a driver puts into its buffer, with rows of its own length, lies in the slot as the protocol says.
@Suite struct CameraCopierTests {
    /// Bytes that name their position: plane, row, column.
    private static func byte(_ plane: Int, _ row: Int, _ column: Int) -> UInt8 { UInt8(truncatingIfNeeded: plane * 101 + row * 17 + column * 3) }

    /// - Parameter stride: of the camera's first plane.
    private func copied(_ format: PixelFormat, swaps: Bool = false, stride: Int) throws -> (slot: [UInt8], geometry: FrameGeometry) {
        let geometry = try #require(FrameGeometry(size: PixelSize(width: 22, height: 6), format: format, strideBytes: 96))
        let copier = CameraCopier(geometry: geometry, strideBytes: stride, swapsPairs: swaps)
        var picture: [UInt8] = []
        for plane in 0..<geometry.planeCount {
            var row = format == .i420(.canvas) && plane > 0 ? stride / 2 : stride
            row = max(row, geometry.plane(plane).rowBytes)
            for y in 0..<geometry.plane(plane).rows {
                picture += (0..<row).map { $0 < geometry.plane(plane).rowBytes ? Self.byte(plane, y, $0) : 0xEE }
            }
        }
        #expect(copier.neededBytes <= picture.count && copier.neededBytes > picture.count - max(stride, 96))
        var slot = [UInt8](repeating: 0, count: geometry.frameBytes)
        picture.withUnsafeBytes { from in slot.withUnsafeMutableBytes { to in copier.copy(from.baseAddress!, into: to.baseAddress!) } }
        return (slot, geometry)
    }

    @Test(arguments: [PixelFormat.nv12(.canvas), .i420(.canvas), .yuyv(.canvas), .bgrx], [0, 100, 128])
    func everyPlaneLandsInItsPlace(format: PixelFormat, stride: Int) throws {
        let (slot, geometry) = try copied(format, stride: stride)
        for index in 0..<geometry.planeCount {
            let plane = geometry.plane(index)
            for y in 0..<plane.rows {
                for x in 0..<plane.rowBytes {
                    #expect(slot[plane.offsetBytes + y * plane.strideBytes + x] == Self.byte(index, y, x), "plane \(index) at \(x),\(y)")
                }
                if plane.rowBytes < plane.strideBytes { #expect(slot[plane.offsetBytes + y * plane.strideBytes + plane.rowBytes] == 0) }
            }
        }
    }

    @Test func uyvyBecomesYUYV() throws {
        let (slot, geometry) = try copied(.yuyv(.canvas), swaps: true, stride: 96)
        for y in 0..<6 {
            for x in 0..<44 { #expect(slot[y * geometry.strideBytes + x] == Self.byte(0, y, x ^ 1)) }
        }
    }
}
