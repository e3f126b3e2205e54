import Frames
import Testing

@testable import Picture

@Suite struct PlacementTests {
    static let fullHD = PixelSize(width: 1920, height: 1080)

    struct Case: Sendable {
        let source: PixelSize
        let mode: AspectMode
        let picture: PixelRectangle

        init(_ width: Int, _ height: Int, _ mode: AspectMode, _ x: Int, _ y: Int, _ pictureWidth: Int, _ pictureHeight: Int) {
            (source, self.mode) = (PixelSize(width: width, height: height), mode)
            picture = PixelRectangle(x: x, y: y, width: pictureWidth, height: pictureHeight)
        }
    }

    @Test(arguments: [
        Case(1920, 1080, .fit, 0, 0, 1920, 1080), Case(1280, 720, .fit, 0, 0, 1920, 1080),
        Case(1920, 1200, .fit, 96, 0, 1728, 1080), Case(1920, 1200, .fill, 0, -60, 1920, 1200),
        Case(1080, 1920, .fit, 656, 0, 608, 1080), Case(3440, 1440, .fit, 0, 138, 1920, 804),
        Case(3440, 1440, .fill, -330, 0, 2580, 1080), Case(800, 600, .stretch, 0, 0, 1920, 1080),
        Case(1921, 1081, .fill, 0, 0, 1920, 1080), Case(1919, 1079, .fit, 0, 0, 1920, 1080),
        Case(16384, 1, .fit, 0, 538, 1920, 2),
    ])
    func aSourceStandsWhereTheModeSays(test: Case) {
        let placement = Placement(of: test.source, on: Self.fullHD, mode: test.mode)
        #expect(placement.picture == test.picture)
        #expect(placement.visible == test.picture.intersection(PixelRectangle(of: Self.fullHD)))
    }

    private func changed(on placement: Placement, by stored: PixelRectangle) -> PixelRectangle {
        let lying = placement.lyingRectangle(ofStored: stored)
        return lying.isEmpty ? .empty : placement.canvasRectangle(ofLying: lying)
    }

    @Test(arguments: AspectMode.allCases, Orientation.allCases)
    func everythingPlacedIsEvenAndOnTheCanvas(mode: AspectMode, orientation: Orientation) {
        for (width, height) in [(1, 1), (1, 4000), (4000, 1), (17, 33), (1365, 767), (8191, 4321)] {
            let placement = Placement(
                of: PixelSize(width: width, height: height), orientation: orientation, on: PixelSize(width: 1278, height: 718), mode: mode)
            let whole = changed(on: placement, by: PixelRectangle(x: 0, y: 0, width: width, height: height))
            #expect(whole == placement.visible)
            for number in [whole.x, whole.y, whole.width, whole.height, placement.picture.x, placement.picture.y] { #expect(number % 2 == 0) }
            #expect(PixelRectangle(of: placement.canvas).contains(whole) && !whole.isEmpty)
        }
    }

    @Test func damageIsWidenedToEvenPixelsAndByTheFilter() {
        let rectangle = PixelRectangle(x: 11, y: 21, width: 2, height: 4)
        let copied = Placement(of: Self.fullHD, on: Self.fullHD, mode: .fit)
        #expect(changed(on: copied, by: rectangle) == PixelRectangle(x: 10, y: 20, width: 4, height: 6))
        let halved = Placement(of: PixelSize(width: 3840, height: 2160), on: Self.fullHD, mode: .fit)
        #expect(changed(on: halved, by: rectangle) == PixelRectangle(x: 4, y: 10, width: 4, height: 4))
        let doubled = Placement(of: PixelSize(width: 960, height: 540), on: Self.fullHD, mode: .fit)
        #expect(changed(on: doubled, by: rectangle).contains(PixelRectangle(x: 20, y: 40, width: 8, height: 12)))
    }

    @Test func whatIsCutOffOrOutsideChangesNothing() {
        let filled = Placement(of: PixelSize(width: 1920, height: 1200), on: Self.fullHD, mode: .fill)
        #expect(changed(on: filled, by: PixelRectangle(x: 5, y: 0, width: 9, height: 59)).isEmpty)
        #expect(changed(on: filled, by: PixelRectangle(x: 5, y: 1200, width: 9, height: 59)).isEmpty)
        let corner = changed(on: filled, by: PixelRectangle(x: -8, y: 58, width: 9, height: 4))
        #expect(corner == PixelRectangle(x: 0, y: 0, width: 2, height: 2))
    }

    @Test func everyModeHasAWordThatReadsBack() {
        for mode in AspectMode.allCases { #expect(AspectMode(word: mode.word) == mode) }
        #expect(AspectMode(word: "zoom") == nil)
    }
}
