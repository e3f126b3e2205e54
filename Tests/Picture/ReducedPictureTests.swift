import Frames
import Testing

@testable import Picture

@Suite struct ReducedPictureTests {
    @Test func aSmallerCopyHasTheColoursOfTheWholeInTheirPlaces() throws {
        let canvas = try Canvas(size: PixelSize(width: 200, height: 120))
        let view = canvas.view
        view.part(PixelRectangle(x: 0, y: 0, width: 100, height: 120)).paint(luma: 200, blue: 90, red: 160)
        view.part(PixelRectangle(x: 100, y: 0, width: 100, height: 120)).paint(luma: 40, blue: 170, red: 100)
        let picture = ReducedPicture(size: canvas.size.reduced(toPercent: 50))
        // Views do not keep what they look at.
        defer { withExtendedLifetime((canvas, picture)) {} }
        let reduced = picture.copy(of: view)
        #expect(reduced.size == PixelSize(width: 100, height: 60))
        for row in [0, 30, 59] {
            #expect(reduced.luma[row * reduced.lumaStrideBytes + 10] == 200 && reduced.luma[row * reduced.lumaStrideBytes + 90] == 40)
            let chroma = row / 2 * reduced.chromaStrideBytes
            #expect(reduced.blueChroma[chroma + 5] == 90 && reduced.blueChroma[chroma + 45] == 170)
            #expect(reduced.redChroma[chroma + 5] == 160 && reduced.redChroma[chroma + 45] == 100)
        }
    }

    @Test(arguments: [(1920, 1080, 50, 960, 540), (1366, 768, 50, 682, 384), (20, 20, 10, 16, 16), (640, 360, 75, 480, 270)])
    func aSmallerSizeIsEvenAndNeverTooSmall(width: Int, height: Int, percent: Int, expectedWidth: Int, expectedHeight: Int) {
        let size = PixelSize(width: width, height: height).reduced(toPercent: percent)
        #expect(size == PixelSize(width: expectedWidth, height: expectedHeight))
    }
}
