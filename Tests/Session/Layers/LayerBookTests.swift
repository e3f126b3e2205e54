import AppGroup
import Frames
import Picture
import Testing

@testable import Session

/// Sources that come and go, and layouts that are shown again as they were.
@Suite struct LayerBookTests {
    private static let canvas = PixelSize(width: 1280, height: 720)
    private let cam = SourceName("cam")!
    private let two = SourceName("two")!

    private func book(_ sources: SourceName...) -> LayerBook {
        var book = LayerBook(aspect: .fit)
        for source in sources { book.add(source) }
        return book
    }

    @Test func whatIsKeptIsShownAgainAsItWas() throws {
        var book = book(cam, two)
        book.set(try LayerChoice(cam, words: ["right-20,bottom-20", "300x300", "fill", "opacity=0.5", "crop=10,0,80x60"]))
        book.zoom(.screen, 2, .off)
        let (kept, shapes) = (book.settings(on: Self.canvas), book.shapes(on: Self.canvas))
        book.set(.solo(two), on: Self.canvas)
        book.set(try LayerChoice(cam, words: ["mirror", "z=7"]))
        book.zoom(two, 3, nil)
        #expect(book.shapes(on: Self.canvas) != shapes)
        #expect(book.show(kept, on: Self.canvas).isEmpty)
        #expect(book.shapes(on: Self.canvas) == shapes)
        #expect(book.zooms == [.screen: Zoom(2, follow: .off)] && book.layout == .own)
        // Where sources came in another order as well.
        var other = self.book(two, cam)
        #expect(other.show(kept, on: Self.canvas).isEmpty && other.shapes(on: Self.canvas) == shapes)
    }

    @Test func whatIsLackingIsNamedAndWhatIsNotKnownIsHidden() {
        let kept = book(cam).settings(on: Self.canvas)
        var other = book(two)
        let before = other.shapes(on: Self.canvas)[two.text]
        #expect(other.show(kept, on: Self.canvas) == ["cam: this broadcast has no such source, there is screen, two"])
        #expect(other.isHidden(two) && !other.isHidden(.screen))
        // It comes back where it was.
        other.set(try! LayerChoice(two, words: ["shown"]))
        #expect(other.shapes(on: Self.canvas)[two.text] == before)
    }

    /// As where it was asked for on that canvas; what was moved since stays.
    @Test(arguments: [Layout.pictureInPicture, .sideBySide, .grid, .solo(SourceName("cam")!)])
    func aLayoutFollowsTheSizeOfTheCanvas(layout: Layout) throws {
        let large = PixelSize(width: 1920, height: 1080)
        var (book, other) = (book(cam, two), book(cam, two))
        book.set(layout, on: Self.canvas)
        other.set(layout, on: large)
        #expect(book.shapes(on: large) == other.shapes(on: large))
        #expect(book.shapes(on: large) != book.shapes(on: Self.canvas))
        book.change(try LayerChoice(cam, words: ["50,60", "300x200"]), on: Self.canvas)
        let (moved, laid) = (book.shapes(on: large), other.shapes(on: large))
        #expect(moved[cam.text]?.box == PixelRectangle(x: 50, y: 60, width: 300, height: 200))
        #expect(moved[two.text] == laid[two.text] && moved["screen"] == laid["screen"])
    }

    /// What is not said stays as it is there, and not as it was on the canvas before.
    @Test func aLayerOfALayoutIsChangedFromWhereItIsOnTheCanvasThatThereIs() throws {
        let large = PixelSize(width: 1920, height: 1080)
        var (book, other) = (book(cam, two), book(cam, two))
        book.set(.grid, on: Self.canvas)
        other.set(.grid, on: large)
        for words in [["opacity=0.5"], ["50,60"]] {
            book.change(try LayerChoice(cam, words: words), on: large)
            other.change(try LayerChoice(cam, words: words), on: large)
            #expect(book.shapes(on: large) == other.shapes(on: large))
        }
    }

    @Test func theOthersStayWhereTheyAreWhenOneLeaves() {
        var book = book(cam, two)
        let before = book.shapes(on: Self.canvas)
        book.remove(cam)
        #expect(book.sources == [.screen, two] && book.shapes(on: Self.canvas)[two.text] == before[two.text])
        book.add(cam)
        #expect(book.shapes(on: Self.canvas) == before)
    }

    @Test func aLayerIsChangedFromWhereItIs() throws {
        var book = book(cam)
        let before = try #require(book.shapes(on: Self.canvas)[cam.text])
        book.change(try LayerChoice(cam, words: ["hidden"]), on: Self.canvas)
        book.change(try LayerChoice(cam, words: ["shown", "opacity=0.5"]), on: Self.canvas)
        let after = try #require(book.shapes(on: Self.canvas)[cam.text])
        #expect(after.box == before.box && after.z == before.z && after.opacity == 0.5 && !after.isHidden)
    }

    private func problem(_ words: String..., size: PixelSize? = nil) throws -> LayerProblem? {
        var book = book(cam)
        book.change(try LayerChoice(cam, words: words), on: Self.canvas)
        return book.problem(of: cam, on: Self.canvas, size: size)
    }

    @Test func whatWouldNotBeSeenHasAProblem() throws {
        let source = PixelSize(width: 640, height: 480)
        func box(_ x: Int, _ y: Int) -> LayerProblem { .offCanvas(PixelRectangle(x: x, y: y, width: 100, height: 100), Self.canvas) }
        #expect(try problem("1280,0", "100x100") == box(1280, 0))
        #expect(try problem("0,-100", "100x100") == box(0, -100))
        // Its even pixels lie outside.
        #expect(try problem("-99,0", "100x100") == box(-99, 0))
        #expect(try problem("1278,-98", "100x100") == nil)
        #expect(try problem("0,0", "5120x2880") == nil)
        #expect(try problem("0,0", "5122x20") == .tooLarge(PixelSize(width: 5122, height: 20), Self.canvas))
        #expect(try problem("0,0", "20x2882") == .tooLarge(PixelSize(width: 20, height: 2882), Self.canvas))
        #expect(try problem("crop=640,0,20x20", size: source) == .cropOutside(PixelRectangle(x: 640, y: 0, width: 20, height: 20), source))
        #expect(try problem("crop=638,0,20x20", size: source) == nil)
        #expect(try problem("crop=640,0,20x20") == nil)
        #expect(try problem("1280,0", "100x100", "hidden") == nil)
    }

    @Test func whatOfASceneCouldNotBeSeenIsNamedAndHidden() throws {
        var kept = book(cam)
        kept.change(try LayerChoice(cam, words: ["700,400", "100x100"]), on: Self.canvas)
        let small = PixelSize(width: 640, height: 360)
        var other = book(cam)
        let told = other.show(kept.settings(on: Self.canvas), on: small)
        #expect(told == ["cam: it is hidden, since its layer would be off the canvas: 100x100 at 700,400, and the canvas has 640x360"])
        #expect(other.isHidden(cam) && !other.isHidden(.screen))
        #expect(other.problem(of: cam, on: small, size: nil) == nil)
    }

    @Test func whatBecomesUnseenIsToldOnce() throws {
        var (watch, book) = (LayerWatch(), book(cam))
        book.change(try LayerChoice(cam, words: ["700,400", "100x100"]), on: Self.canvas)
        let small = PixelSize(width: 640, height: 360)
        #expect(watch.changes(book.problems(on: Self.canvas, agents: [])).isEmpty)
        let told = watch.changes(book.problems(on: small, agents: []))
        guard case .layerUnseen("cam", let why, _)? = told.first, told.count == 1 else {
            Issue.record("\(told)")
            return
        }
        #expect(why.hasPrefix("off the canvas"))
        #expect(watch.changes(book.problems(on: small, agents: [])).isEmpty)
        #expect(watch.changes(book.problems(on: Self.canvas, agents: [])) == [.layerSeen("cam")])
        #expect(watch.changes(book.problems(on: Self.canvas, agents: [])).isEmpty)
    }

    @Test func aSourceThatComesBackIsAsNew() throws {
        var book = book(cam)
        let before = book.shapes(on: Self.canvas)
        book.set(try LayerChoice(cam, words: ["hidden", "0,0"]))
        book.zoom(cam, 4, nil)
        book.remove(cam)
        book.add(cam)
        #expect(book.shapes(on: Self.canvas) == before && book.zooms.isEmpty)
    }
}
