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
        #expect(other.show(kept, on: Self.canvas) == [cam])
        #expect(other.isHidden(two) && !other.isHidden(.screen))
        // It comes back where it was.
        other.set(try! LayerChoice(two, words: ["shown"]))
        #expect(other.shapes(on: Self.canvas)[two.text] == before)
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
