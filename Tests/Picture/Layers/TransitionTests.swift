import Frames
import Picture
import Platform
import Testing

@Suite struct TransitionTests {
    private let size = PixelSize(width: 64, height: 32)

    private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(nanoseconds: milliseconds * 1_000_000) }

    private func composition() throws -> Composition {
        let composition = try Composition(canvas: size)
        for (name, grey) in [("dark", 40), ("light", 220)] {
            let frame = TestFrame(64, 32)
            frame.fill { x, _ in .grey(grey + x / 4) }
            composition.set(name, LayerShape(box: PixelRectangle(of: size), isHidden: name == "light"))
            composition.configure(name, geometry: frame.geometry, orientation: .up)
            _ = composition.update(name, from: frame.pixels, damage: Damage())
        }
        return composition
    }

    /// The layout that every transition goes to, beside what was hidden.
    private var shapes: [String: LayerShape] { ["light": LayerShape(box: PixelRectangle(x: 8, y: 0, width: 40, height: 32), mode: .fill)] }

    @Test(arguments: [Transition.cut, .fade(.milliseconds(100)), .slide(.milliseconds(100)), .fade(.zero)])
    func everyTransitionEndsAtTheNewLayout(transition: Transition) throws {
        let (composition, wanted) = (try composition(), try composition())
        for (name, shape) in shapes { wanted.set(name, shape) }
        wanted.remove("dark")
        var before = composition.withPicture { Snapshot($0) }
        composition.change(to: shapes, transition, at: time(1000))
        var isRunning = true
        for milliseconds in [1000, 1010, 1050, 1099, 1100, 1120] as [Int64] {
            isRunning = composition.advance(to: time(milliseconds))
            let (told, seen) = (composition.takeDamage(), composition.withPicture { Snapshot($0) })
            #expect(before.equals(seen, outside: told))
            before = seen
        }
        #expect(!isRunning && !composition.isChanging)
        #expect(before == wanted.withPicture { Snapshot($0) })
        #expect(composition.shape(of: "dark")?.isHidden == true)
        #expect(!composition.advance(to: time(2000)) && composition.takeDamage().isEmpty)
    }

    @Test func aFadeMixesTheOldPictureWithTheNew() throws {
        let composition = try composition()
        let old = composition.withPicture { Snapshot($0) }
        composition.change(to: shapes, .fade(.milliseconds(100)), at: time(0))
        #expect(composition.withPicture { Snapshot($0) } == old, "it begins with what was shown")
        #expect(composition.advance(to: time(25)))
        let seen = composition.withPicture { Snapshot($0) }
        composition.change(to: shapes, .cut, at: time(30))
        let new = composition.withPicture { Snapshot($0) }
        let wanted = zip(old.luma, new.luma).map { (Int($0) * 192 + Int($1) * 64 + 128) / 256 }
        #expect(seen.luma.map(Int.init) == wanted)
    }

    @Test func aSlidePushesTheOldPictureOutToTheLeft() throws {
        let composition = try composition()
        let old = composition.withPicture { Snapshot($0) }
        composition.change(to: shapes, .slide(.milliseconds(100)), at: time(0))
        _ = composition.advance(to: time(25))
        let seen = composition.withPicture { Snapshot($0) }
        composition.change(to: shapes, .cut, at: time(30))
        let new = composition.withPicture { Snapshot($0) }
        for x in 0..<64 { #expect(seen.luma(x, 9) == (x < 48 ? old.luma(x + 16, 9) : new.luma(x - 48, 9)), "column \(x)") }
    }
}
