import Frames
import Picture
import Testing

@Suite struct CanvasTests {
    @Test func aCanvasBeginsBlackAndAligned() throws {
        let canvas = try Canvas(size: PixelSize(width: 130, height: 50))
        let seen = Snapshot(canvas.view)
        #expect(Set(seen.luma) == [16])
        #expect(Set(seen.blue + seen.red) == [128])
        #expect(canvas.view.lumaStrideBytes % 64 == 0 && canvas.view.chromaStrideBytes % 64 == 0)
        for plane in [canvas.view.luma, canvas.view.blueChroma, canvas.view.redChroma] { #expect(Int(bitPattern: plane) % 64 == 0) }
    }

    @Test(arguments: [(0, 100), (101, 100), (100, 14), (100, 8194), (100, -2)])
    func aSizeThatCannotBeEncodedIsRefusedByName(width: Int, height: Int) {
        let error = #expect(throws: PictureError.self) { try Canvas(size: PixelSize(width: width, height: height)) }
        #expect(error?.code == .badCanvasSize)
        #expect(error?.message.contains("\(width)x\(height)") == true)
    }
}
