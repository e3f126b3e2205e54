import AppGroup
import Frames
import Picture
import Testing

@testable import Session

/// Layouts: where all sources are then.
struct LayoutTests {
    private static let canvas = PixelSize(width: 1280, height: 720)
    private static let names = ["one", "two", "three", "four"].compactMap { SourceName($0) }

    private func book(_ layout: Layout, sources: Int) -> [String: LayerShape] {
        var book = LayerBook(aspect: .fit)
        for name in Self.names.prefix(sources) { book.add(name) }
        book.set(layout, on: Self.canvas)
        return book.shapes(on: Self.canvas)
    }

    @Test func aPictureInPictureLiesInACornerAboveTheScreen() throws {
        let shapes = book(.pictureInPicture, sources: 2)
        let (screen, one, two) = (try #require(shapes["screen"]), try #require(shapes["one"]), try #require(shapes["two"]))
        #expect(screen.box == PixelRectangle(of: Self.canvas))
        #expect(one.box == PixelRectangle(x: 940, y: 520, width: 320, height: 180))
        #expect(two.box == PixelRectangle(x: 20, y: 520, width: 320, height: 180))
        #expect(screen.z < one.z && one.z < two.z)
    }

    @Test(arguments: 1...4) func boxesCoverTheCanvasWithoutAGap(others: Int) {
        for layout in [Layout.sideBySide, .grid] {
            let boxes = book(layout, sources: others).values.map(\.box)
            #expect(boxes.allSatisfy { $0.x % 2 == 0 && $0.width % 2 == 0 && $0.y % 2 == 0 && $0.height % 2 == 0 })
            for (index, box) in boxes.enumerated() {
                for other in boxes[(index + 1)...] { #expect(box.intersection(other).isEmpty, "\(layout) of \(others)") }
            }
            let area = boxes.reduce(0) { $0 + $1.width * $1.height }
            // A grid may have empty boxes, never more than a row less one.
            #expect(layout == .grid ? area > 1280 * 720 / 2 : area == 1280 * 720)
        }
    }

    @Test func oneAloneFillsTheCanvasAndTheOthersAreHidden() throws {
        let one = try #require(Self.names.first)
        let shapes = book(.solo(one), sources: 2)
        #expect(shapes["one"]?.box == PixelRectangle(of: Self.canvas) && shapes["one"]?.isHidden == false)
        #expect(shapes["screen"]?.isHidden == true && shapes["two"]?.isHidden == true)
    }

    @Test func aLayoutShowsWhatAnotherHid() throws {
        var book = LayerBook(aspect: .fit)
        let one = try #require(Self.names.first)
        book.add(one)
        book.set(.solo(one), on: Self.canvas)
        book.set(.pictureInPicture, on: Self.canvas)
        #expect(book.shapes(on: Self.canvas).values.allSatisfy { !$0.isHidden })
        #expect(book.shapes(on: Self.canvas)["one"]?.box.width == 320)
    }

    @Test func whatALayerHasOfItsOwnOutlastsALayout() throws {
        var book = LayerBook(aspect: .fit)
        let one = try #require(Self.names.first)
        book.add(one)
        book.set(try LayerChoice(one, words: ["opacity=0.5", "mirror", "fill"]))
        book.set(.sideBySide, on: Self.canvas)
        let shape = try #require(book.shapes(on: Self.canvas)["one"])
        #expect(shape.opacity == 0.5 && shape.isMirrored && shape.mode == .fill)
    }

    @Test(arguments: ["pip", "side-by-side", "grid", "solo:cam"]) func itsWordSaysTheSame(word: String) { #expect(Layout(word: word)?.word == word) }

    @Test(arguments: ["", "PIP", "solo:", "solo:Cam Two", "own", "mosaic"]) func whatIsNoLayoutIsNotTaken(word: String) {
        #expect(Layout(word: word) == nil)
    }

    @Test(arguments: [("cut", 0), ("fade", 300), ("slide", 300), ("fade:500ms", 500), ("slide:1.5s", 1500)])
    func aTransitionHasItsTime(word: String, milliseconds: Int) throws {
        let transition = try #require(LayerTransition(word: word))
        #expect(transition.duration == .milliseconds(milliseconds))
        #expect(LayerTransition(word: transition.word) == transition)
    }

    @Test(arguments: ["", "wipe", "fade:", "fade:5", "fade:-1s", "fade:11s", "cut:1s", "fade:xs"]) func whatIsNoTransitionIsNotTaken(word: String) {
        #expect(LayerTransition(word: word) == nil)
    }
}
