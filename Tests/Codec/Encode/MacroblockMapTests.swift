import Frames
import Testing

@testable import Codec

@Suite struct MacroblockMapTests {
    /// The marks as text: `.` for as before, `#` for changed.
    private func rows(_ map: MacroblockMap, _ rectangles: PixelRectangle...) -> [String] {
        var damage = Damage()
        for rectangle in rectangles { damage.add(rectangle) }
        let flags = map.mark(damage)
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

    @Test func theMapOfThePictureBeforeStaysAsItWas() {
        let map = MacroblockMap(of: PixelSize(width: 32, height: 16))
        let first = map.mark(Damage(PixelRectangle(x: 0, y: 0, width: 16, height: 16)))
        let second = map.mark(Damage(PixelRectangle(x: 16, y: 0, width: 16, height: 16)))
        #expect(first != second && first[0] == 0 && first[1] != 0 && second[0] != 0 && second[1] == 0)
    }
}
