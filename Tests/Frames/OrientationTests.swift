import Frames
import Testing

@Suite struct OrientationTests {
    /// A corner pixel of a 4x3 picture, and where each orientation puts it: worked out by hand from EXIF's figure.
    @Test(arguments: [
        (Orientation.up, 0, 0), (.upMirrored, 3, 0), (.down, 3, 2), (.downMirrored, 0, 2),
        (.leftMirrored, 0, 0), (.right, 2, 0), (.rightMirrored, 2, 3), (.left, 0, 3),
    ])
    func aTopLeftPixelLandsWhereExifSays(orientation: Orientation, x: Int, y: Int) {
        let corner = orientation.upright(PixelRectangle(x: 0, y: 0, width: 1, height: 1), in: PixelSize(width: 4, height: 3))
        #expect(corner == PixelRectangle(x: x, y: y, width: 1, height: 1))
    }

    @Test func everyWordReadsBack() {
        for orientation in Orientation.allCases { #expect(Orientation(word: orientation.word) == orientation) }
        #expect(Orientation(word: "sideways") == nil)
    }
}
