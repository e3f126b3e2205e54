import Fixtures
import Frames
import Picture
import Testing

@Suite struct ComposerTests {
    struct Case: Sendable, CustomStringConvertible {
        let source: PixelSize
        let canvas: PixelSize
        let mode: AspectMode
        let orientation: Orientation
        var description: String { "\(source) \(orientation) \(mode) on \(canvas)" }
    }

    static let cases: [Case] = {
        let shapes: [(Int, Int, Int, Int)] = [
            (160, 96, 160, 96), (159, 95, 160, 96), (161, 97, 160, 96), (200, 140, 160, 96), (320, 192, 160, 96),
            (101, 67, 160, 96), (300, 40, 96, 160), (37, 301, 130, 128),
        ]
        return shapes.flatMap { shape in
            Orientation.allCases.flatMap { orientation in
                AspectMode.allCases.map { mode in
                    Case(
                        source: PixelSize(width: shape.0, height: shape.1), canvas: PixelSize(width: shape.2, height: shape.3),
                        mode: mode, orientation: orientation)
                }
            }
        }
    }()

    @Test(arguments: cases)
    func partialUpdatesEqualOneFullUpdate(test: Case) throws {
        var noise = SeededRandom(seed: UInt64(test.source.width))
        let frame = TestFrame(test.source.width, test.source.height)
        frame.fillWithNoise(&noise)
        let composer = try Composer(canvas: test.canvas, mode: test.mode)
        composer.configure(geometry: frame.geometry, orientation: test.orientation)
        _ = composer.update(from: frame.pixels, damage: Damage())
        for round in 0..<5 {
            let before = Snapshot(composer.canvas.view)
            var damage = Damage()
            for _ in 0...round % 3 {
                // Some touch or cross the edges.
                let x = Int.random(in: -5..<test.source.width, using: &noise), y = Int.random(in: -5..<test.source.height, using: &noise)
                let part = PixelRectangle(
                    x: x, y: y, width: Int.random(in: 1...40, using: &noise), height: Int.random(in: 1...40, using: &noise))
                frame.fillWithNoise(&noise, in: part.intersection(PixelRectangle(of: test.source)))
                damage.add(part)
            }
            let changed = composer.update(from: frame.pixels, damage: damage)
            let after = Snapshot(composer.canvas.view)
            #expect(untouched(before, after, outside: changed))
        }
        let whole = try composed(frame, orientation: test.orientation, on: test.canvas, mode: test.mode)
        #expect(Snapshot(composer.canvas.view) == whole)
    }

    /// Luma and both chroma planes; blanks the changed parts of both and compares what is left.
    private func untouched(_ before: Snapshot, _ after: Snapshot, outside changed: Damage) -> Bool {
        func outside(_ plane: [UInt8], width: Int, scale: Int) -> [UInt8] {
            var rest = plane
            for index in 0..<changed.count {
                let part = changed[index]
                for y in part.y / scale..<part.maxY / scale {
                    let row = y * width + part.x / scale..<y * width + part.maxX / scale
                    rest.replaceSubrange(row, with: repeatElement(0, count: row.count))
                }
            }
            return rest
        }
        let width = before.size.width
        return outside(before.luma, width: width, scale: 1) == outside(after.luma, width: width, scale: 1)
            && outside(before.blue, width: width / 2, scale: 2) == outside(after.blue, width: width / 2, scale: 2)
            && outside(before.red, width: width / 2, scale: 2) == outside(after.red, width: width / 2, scale: 2)
    }

    @Test func onlyTheDamagedAreaIsConverted() throws {
        let frame = TestFrame(64, 64)
        frame.fill { _, _ in .grey(0) }
        let composer = try Composer(canvas: frame.size, mode: .fit)
        composer.configure(geometry: frame.geometry, orientation: .up)
        _ = composer.update(from: frame.pixels, damage: Damage())
        frame.fill { _, _ in .grey(255) }
        let changed = composer.update(from: frame.pixels, damage: Damage(PixelRectangle(x: 62, y: 63, width: 9, height: 9)))
        #expect(changed == Damage(PixelRectangle(x: 62, y: 62, width: 2, height: 2)))
        #expect(Snapshot(composer.canvas.view).luma.count { $0 != 16 } == 4)
        #expect(composer.update(from: frame.pixels, damage: Damage()).isEmpty)
    }

    @Test func anOddLastRowAndColumnAreRepeated() throws {
        let frame = TestFrame(31, 17)
        frame.fill { x, y in x == 30 || y == 16 ? Colour(red: 250, green: 20, blue: 20) : .grey(40) }
        let seen = try composed(frame, on: PixelSize(width: 32, height: 18))
        for (x, y) in [(30, 0), (31, 0), (0, 16), (0, 17), (31, 17)] { #expect(seen.distance(at: x, y, from: frame[30, 16]) <= 3) }
        #expect(seen.distance(at: 29, 15, from: .grey(40)) <= 3)
    }

    @Test func fillCutsTheSameOnBothSidesWithoutScaling() throws {
        let frame = TestFrame(64, 80)
        frame.fill { _, y in .grey(y * 3) }
        let seen = try composed(frame, on: PixelSize(width: 64, height: 48), mode: .fill)
        let exact = try composed(frame, on: frame.size)
        #expect(seen.luma == Array(exact.luma[16 * 64..<64 * 64]))
    }

    @Test func fitLeavesBlackBarsAndStretchNone() throws {
        let frame = TestFrame(32, 32)
        frame.fill { _, _ in .grey(255) }
        let fitted = try composed(frame, on: PixelSize(width: 96, height: 64), mode: .fit)
        #expect((fitted.luma(15, 5), fitted.luma(16, 5), fitted.luma(79, 5), fitted.luma(80, 5)) == (16, 235, 235, 16))
        #expect(Set(try composed(frame, on: PixelSize(width: 96, height: 64), mode: .stretch).luma) == [235])
    }
}
