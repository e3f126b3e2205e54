import CaptureKit
import Frames
import Testing

@testable import WlrootsCapture

@Suite struct CapturedAreaTests {
    private let wanted = PixelRectangle(x: 800, y: 400, width: 400, height: 200)

    private func again(_ area: CapturedArea, _ screens: WaylandScreen...) throws(CaptureError) -> CapturedArea {
        try area.again(screens, display: "wayland-1")
    }

    @Test func aScreenIsFoundAgainByItsName() throws {
        let area = CapturedArea(of: .test(), wanted: nil)
        let back = try again(area, .test("OTHER", number: 50), .test(number: 51))
        #expect(back.screen.number == 51 && back.part == nil && !back.isCopied(as: area))
    }

    @Test func anotherScreenIsNeverTakenInstead() {
        #expect {
            try again(CapturedArea(of: .test(), wanted: nil), .test("OTHER"))
        } throws: {
            ($0 as? CaptureError)?.code == .screenGone && "\($0)".contains("HEADLESS-1")
        }
    }

    @Test func aPartKeepsItsPixelsWhenTheScaleChanges() throws {
        let area = CapturedArea(of: .test(), wanted: wanted)
        let doubled = try again(area, .test(scale: 2))
        #expect(doubled.part == PixelRectangle(x: 400, y: 200, width: 200, height: 100))
        #expect(try again(doubled, .test()).part == wanted)
    }

    @Test func aPartIsCutToWhatIsLeftOfTheScreenAndComesBack() throws {
        let area = CapturedArea(of: .test(), wanted: wanted)
        let onItsSide = try again(area, .test(transform: 1))
        #expect(onItsSide.part == PixelRectangle(x: 800, y: 400, width: 280, height: 200))
        #expect(try again(onItsSide, .test()).part == wanted)
    }

    @Test func aPartOfWhichNothingIsLeftIsGone() {
        let area = CapturedArea(of: .test(), wanted: PixelRectangle(x: 1500, y: 0, width: 400, height: 200))
        #expect { try again(area, .test(transform: 1)) } throws: { ($0 as? CaptureError)?.code == .screenGone }
    }

    /// sway 1.7: asked for a corner of a screen on its side, it copies the opposite one.
    @Test func anOlderWlrootsIsAskedForTheOppositePartOfAScreenOnItsSide() {
        let part = PixelRectangle(x: 10, y: 20, width: 100, height: 50)
        for transform in UInt32(0)..<8 {
            let area = CapturedArea(of: .test(transform: transform), wanted: part)
            let opposite = PixelRectangle(x: 1080 - 110, y: 1920 - 70, width: 100, height: 50)
            #expect(area.request(turnsBack: true) == (transform == 1 || transform == 3 ? opposite : part))
            #expect(area.request(turnsBack: false) == part)
        }
        #expect(CapturedArea(of: .test(transform: 1), wanted: nil).request(turnsBack: true) == nil)
    }

    @Test func aTurnIsAnotherPictureBeforeTheRestIsTold() throws {
        let before = CapturedArea(of: .test(), wanted: nil)
        let screen = WaylandScreen.test()
        let turning = WaylandScreen(
            number: screen.number, name: screen.name, description: screen.description, rectangle: screen.rectangle, panel: screen.panel,
            transform: 0, turn: 1)
        #expect(try !again(before, turning).isCopied(as: before))
        #expect(try again(before, screen).isCopied(as: before))
    }
}
