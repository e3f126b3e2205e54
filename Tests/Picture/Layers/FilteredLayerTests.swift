import Fixtures
import Frames
import Testing

@testable import Picture

/// Layers whose pictures pass a filter before they are composed.
@Suite struct FilteredLayerTests {
    /// Turns luma around, and perhaps lets only the left half be seen.
    private final class Negative: LayerFilter {
        var hasMatte = false
        var calls: [Damage?] = []

        func filter(_ picture: I420View, changed: Damage?, into filtered: I420View, matte: Matte?) -> Damage? {
            calls.append(changed)
            let damage = changed ?? Damage(PixelRectangle(of: picture.size))
            filtered.copy(from: picture, changed: damage)
            for index in 0..<damage.count {
                let part = damage[index].intersection(PixelRectangle(of: picture.size))
                for y in part.y..<part.maxY {
                    for x in part.x..<part.maxX {
                        filtered.luma[y * filtered.lumaStrideBytes + x] = 251 - picture.luma[y * picture.lumaStrideBytes + x]
                    }
                }
            }
            guard let matte else { return changed }
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width { matte.base[y * matte.strideBytes + x] = x < picture.size.width / 2 ? 255 : 0 }
            }
            return nil
        }
    }

    private static let size = PixelSize(width: 160, height: 96)
    private static let box = PixelRectangle(x: 40, y: 20, width: 64, height: 48)

    private func noise(_ size: PixelSize, seed: UInt64) -> TestFrame {
        var random = SeededRandom(seed: seed)
        let frame = TestFrame(size.width, size.height)
        frame.fillWithNoise(&random)
        return frame
    }

    private func show(_ name: String, _ frame: TestFrame, _ shape: LayerShape, on composition: Composition) {
        composition.set(name, shape)
        composition.configure(name, geometry: frame.geometry, orientation: .up)
        _ = composition.update(name, from: frame.pixels, damage: Damage())
    }

    private func snapshot(_ composition: Composition) -> Snapshot { composition.withPicture { Snapshot($0) } }

    /// A still picture shows its filter at once, and without it is what it was; with none the layer paints on the canvas itself.
    @Test func aFilterComesAndGoesWithoutAFrame() throws {
        let (composition, frame, filter) = (try Composition(canvas: Self.size), noise(Self.size, seed: 1), Negative())
        show("screen", frame, LayerShape(box: PixelRectangle(of: Self.size)), on: composition)
        let plain = snapshot(composition)
        #expect(composition.direct != nil)
        composition.setFilter("screen", filter)
        #expect(composition.takeDamage().bounds == PixelRectangle(of: Self.size))
        let negative = snapshot(composition)
        #expect(composition.direct == nil && negative.blue == plain.blue && negative.luma == plain.luma.map { 251 - $0 })
        #expect(filter.calls.count == 1)
        composition.setFilter("screen", nil)
        #expect(snapshot(composition) == plain && composition.direct != nil)
        #expect(composition.withLayer("screen") { Snapshot($0) } == plain)
    }

    @Test func onlyWhatChangedIsFiltered() throws {
        let (composition, frame, filter) = (try Composition(canvas: Self.size), noise(Self.size, seed: 1), Negative())
        composition.setFilter("screen", filter)
        show("screen", frame, LayerShape(box: PixelRectangle(of: Self.size)), on: composition)
        _ = snapshot(composition)
        let part = PixelRectangle(x: 20, y: 10, width: 30, height: 12)
        var random = SeededRandom(seed: 7)
        frame.fillWithNoise(&random, in: part)
        filter.calls = []
        let told = composition.update("screen", from: frame.pixels, damage: Damage(part))
        #expect(told.bounds == part && filter.calls.count == 1 && filter.calls.first??.bounds == part)
        // Nothing changed: nothing is filtered.
        _ = composition.update("screen", from: frame.pixels, damage: Damage())
        _ = snapshot(composition)
        #expect(filter.calls.count == 1)
        let fresh = try Composition(canvas: Self.size)
        fresh.setFilter("screen", Negative())
        show("screen", frame, LayerShape(box: PixelRectangle(of: Self.size)), on: fresh)
        #expect(snapshot(composition) == snapshot(fresh))
    }

    @Test func whatCannotBeSeenIsNotFilteredUntilItIs() throws {
        let (composition, frame, filter) = (try Composition(canvas: Self.size), noise(Self.size, seed: 1), Negative())
        composition.setFilter("screen", filter)
        var shape = LayerShape(box: PixelRectangle(of: Self.size), isHidden: true)
        show("screen", frame, shape, on: composition)
        for _ in 0..<3 { _ = composition.update("screen", from: frame.pixels, damage: Damage(Self.box)) }
        #expect(filter.calls.isEmpty)
        shape.isHidden = false
        composition.set("screen", shape)
        let seen = snapshot(composition)
        #expect(filter.calls.count == 1)
        composition.setFilter("screen", nil)
        #expect(snapshot(composition).luma == seen.luma.map { 251 - $0 })
    }

    /// Where the filter lets through, the layer beneath is seen as if there were no other.
    @Test(arguments: [1, 0.5]) func aMatteShowsWhatLiesBeneath(opacity: Double) throws {
        let (composition, filter) = (try Composition(canvas: Self.size), Negative())
        let (screen, square) = (noise(Self.size, seed: 1), noise(Self.box.size, seed: 2))
        show("screen", screen, LayerShape(box: PixelRectangle(of: Self.size)), on: composition)
        let beneath = snapshot(composition)
        show("square", square, LayerShape(box: Self.box, opacity: opacity), on: composition)
        composition.setFilter("square", filter)
        let opaque = snapshot(composition)
        filter.hasMatte = true
        composition.setFilter("square", filter)
        let seen = snapshot(composition)
        let middle = Self.box.x + Self.box.width / 2
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let wanted = x < middle ? opaque : beneath
                let isNear = abs(seen.luma(x, y) - wanted.luma(x, y)) <= 1 && abs(seen.blue(x, y) - wanted.blue(x, y)) <= 1
                guard isNear else {
                    Issue.record("at \(x),\(y): \(seen.luma(x, y)), not \(wanted.luma(x, y))")
                    return
                }
            }
        }
    }

    /// A picture of the source by itself is black where the filter lets through.
    @Test func whatAMatteLetsThroughIsBlackWhereNothingLiesBeneath() throws {
        let (composition, filter) = (try Composition(canvas: Self.size), Negative())
        show("square", noise(Self.box.size, seed: 2), LayerShape(box: Self.box), on: composition)
        composition.setFilter("square", filter)
        let opaque = try #require(composition.withLayer("square") { Snapshot($0) })
        filter.hasMatte = true
        composition.setFilter("square", filter)
        let seen = try #require(composition.withLayer("square") { Snapshot($0) })
        let middle = Self.box.width / 2
        for y in 0..<Self.box.height {
            for x in 0..<Self.box.width {
                let wanted = x < middle ? (opaque.luma(x, y), opaque.blue(x, y)) : (16, 128)
                #expect(abs(seen.luma(x, y) - wanted.0) <= 1 && abs(seen.blue(x, y) - wanted.1) <= 1, "at \(x),\(y)")
            }
        }
    }

    /// The pointer is drawn over what the filter made, and leaves no trace.
    @Test func thePointerIsNotFiltered() throws {
        let (composition, frame) = (try Composition(canvas: Self.size), noise(Self.size, seed: 1))
        composition.setFilter("screen", Negative())
        show("screen", frame, LayerShape(box: PixelRectangle(of: Self.size)), on: composition)
        let before = snapshot(composition)
        let white = [UInt8](repeating: 255, count: 8 * 8 * 4)
        try composition.setPointerImage("screen", size: PixelSize(width: 8, height: 8), hotX: 0, hotY: 0, pixels: white)
        composition.movePointer("screen", toX: 30, y: 40)
        let seen = snapshot(composition)
        #expect(seen.luma(34, 44) == 235 && seen.luma(60, 60) == before.luma(60, 60))
        composition.hidePointer("screen")
        #expect(snapshot(composition) == before)
    }

    @Test func anotherSizeOfCanvasOrSourceIsFilteredToo() throws {
        let (composition, frame, filter) = (try Composition(canvas: Self.size), noise(Self.size, seed: 1), Negative())
        composition.setFilter("screen", filter)
        show("screen", frame, LayerShape(box: PixelRectangle(of: Self.size)), on: composition)
        let other = PixelSize(width: 80, height: 48)
        let small = try composition.resized(to: other, shapes: ["screen": LayerShape(box: PixelRectangle(of: other))])
        small.configure("screen", geometry: frame.geometry, orientation: .up)
        _ = small.update("screen", from: frame.pixels, damage: Damage())
        let seen = snapshot(small)
        small.setFilter("screen", nil)
        #expect(snapshot(small).luma == seen.luma.map { 251 - $0 })
    }
}
