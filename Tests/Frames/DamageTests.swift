import Frames
import Testing

@Suite struct DamageTests {
    @Test func whatIsCoveredAlreadyAddsNothing() {
        var damage = Damage(PixelRectangle(x: 0, y: 0, width: 100, height: 100))
        damage.add(PixelRectangle(x: 10, y: 10, width: 5, height: 5))
        #expect(damage.count == 1)
        #expect(damage[0] == PixelRectangle(x: 0, y: 0, width: 100, height: 100))
    }

    @Test func neighbouringRowsBecomeOne() {
        var damage = Damage()
        for y in 0..<50 { damage.add(PixelRectangle(x: 0, y: y, width: 640, height: 1)) }
        #expect(damage.count == 1)
        #expect(damage.bounds == PixelRectangle(x: 0, y: 0, width: 640, height: 50))
    }

    @Test func emptyRectanglesAreLeftOut() {
        var damage = Damage()
        damage.add(.empty)
        damage.add(PixelRectangle(x: 5, y: 5, width: 0, height: 9))
        #expect(damage.isEmpty)
    }

    /// Thousands of random rectangles: never more than the capacity, never a pixel uncovered.
    @Test func whatDoesNotFitIsMergedAndNothingIsLost() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var damage = Damage()
            var added: [PixelRectangle] = []
            for _ in 0..<60 {
                let rectangle = PixelRectangle(
                    x: .random(in: 0..<1900, using: &random), y: .random(in: 0..<1060, using: &random),
                    width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
                added.append(rectangle)
                damage.add(rectangle)
            }
            #expect(damage.count <= Damage.capacity)
            for rectangle in added {
                for (x, y) in [(rectangle.x, rectangle.y), (rectangle.maxX - 1, rectangle.maxY - 1)] {
                    let pixel = PixelRectangle(x: x, y: y, width: 1, height: 1)
                    #expect((0..<damage.count).contains { damage[$0].contains(pixel) })
                }
            }
        }
    }

    @Test func clippingKeepsWhatIsInside() {
        let damage = Damage(PixelRectangle(x: -5, y: 90, width: 20, height: 20)).clipped(to: PixelSize(width: 100, height: 100))
        #expect(damage.count == 1)
        #expect(damage[0] == PixelRectangle(x: 0, y: 90, width: 15, height: 10))
    }
}
