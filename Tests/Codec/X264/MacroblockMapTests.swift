import Frames
import Testing

@testable import Codec

@Suite struct MacroblockMapTests {
    /// The marks as text: `.` for as before, `#` for changed.
    private func rows(_ map: MacroblockMap, _ rectangles: PixelRectangle...) -> [String] {
        var damage = Damage()
        for rectangle in rectangles { damage.add(rectangle) }
        _ = map.take()
        map.add(damage)
        let flags = map.current
        return (0..<map.rows).map { row in String((0..<map.columns).map { flags[row * map.columns + $0] == 0 ? "#" : "." }) }
    }

    @Test func whatARectangleTouchesIsChanged() {
        let map = MacroblockMap(of: PixelSize(width: 64, height: 48))
        #expect(rows(map) == ["....", "....", "...."])
        #expect(rows(map, PixelRectangle(x: 16, y: 16, width: 16, height: 16)) == ["....", ".#..", "...."])
        #expect(rows(map, PixelRectangle(x: 15, y: 15, width: 2, height: 2)) == ["##..", "##..", "...."])
        #expect(
            rows(map, PixelRectangle(x: 63, y: 0, width: 1, height: 48), PixelRectangle(x: 0, y: 47, width: 1, height: 1)) == [
                "...#", "...#", "#..#",
            ])
    }

    @Test func aLastRowAndColumnThatAreNotWholeCountToo() {
        let map = MacroblockMap(of: PixelSize(width: 36, height: 34))
        #expect(rows(map, PixelRectangle(x: 34, y: 33, width: 2, height: 1)) == ["...", "...", "..#"])
        #expect(rows(map, PixelRectangle(x: 0, y: 0, width: 36, height: 34)) == ["###", "###", "###"])
    }

    @Test func whatLiesOutsideIsLeftOut() {
        let map = MacroblockMap(of: PixelSize(width: 32, height: 32))
        #expect(rows(map, PixelRectangle(x: -10, y: -10, width: 11, height: 11), PixelRectangle(x: 100, y: 0, width: 5, height: 5)) == ["#.", ".."])
    }

    @Test func theMapOfThePictureBeforeStaysAsItWas() throws {
        let map = MacroblockMap(of: PixelSize(width: 32, height: 16))
        #expect(map.take() == nil)
        map.add(Damage(PixelRectangle(x: 0, y: 0, width: 16, height: 16)))
        let first = try #require(map.take())
        map.add(Damage(PixelRectangle(x: 16, y: 0, width: 16, height: 16)))
        let second = try #require(map.take())
        #expect(first != second && first[0] == 0 && first[1] != 0 && second[0] != 0 && second[1] == 0)
    }

    /// Pictures between two of libx264's: what any of them changed has changed for libx264.
    @Test func changesAddUpUntilTheyAreTaken() throws {
        let map = MacroblockMap(of: PixelSize(width: 64, height: 16))
        #expect(map.changedCount == 4)
        _ = map.take()
        #expect(map.changedCount == 0)
        map.add(Damage(PixelRectangle(x: 0, y: 0, width: 2, height: 2)))
        map.add(Damage(PixelRectangle(x: 4, y: 4, width: 14, height: 2)))
        #expect(map.changedCount == 2)
        map.add(Damage())
        let taken = try #require(map.take())
        #expect((0..<4).map { taken[$0] == 0 } == [true, true, false, false])
        map.add(Damage(PixelRectangle(x: 0, y: 0, width: 2, height: 2)))
        map.add(nil)
        #expect(map.changedCount == 4)
        #expect(map.take() == nil)
        #expect(map.changedCount == 0)
    }
}
