import Frames
import Testing

@testable import WlrootsCapture

/// Pictures of 3 x 2 pixels, each pixel with a number of its own.
@Suite struct OrientationTransformTests {
    private typealias Picture = [[Int]]
    private static let upright: Picture = [[1, 2, 3], [4, 5, 6]]

    private static func mirrored(_ picture: Picture) -> Picture { picture.map { Array($0.reversed()) } }

    /// A quarter turn counter-clockwise.
    private static func turned(_ picture: Picture) -> Picture {
        let width = picture[0].count
        return (0..<width).map { row in picture.map { $0[width - 1 - row] } }
    }

    /// What a compositor does to an upright picture before it goes to the panel (wayland.xml, wl_output.transform): mirrors it, then turns
    /// it counter-clockwise.
    private static func panel(_ transform: UInt32) -> Picture {
        var picture = transform >= 4 ? mirrored(upright) : upright
        for _ in 0..<transform % 4 { picture = turned(picture) }
        return picture
    }

    /// By the same rule by which the host turns damage.
    private static func stood(_ picture: Picture, _ orientation: Orientation) -> Picture {
        let size = PixelSize(width: picture[0].count, height: picture.count)
        let target = orientation.upright(size)
        var result = Picture(repeating: Array(repeating: 0, count: target.width), count: target.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let position = orientation.upright(PixelRectangle(x: x, y: y, width: 1, height: 1), in: size)
                result[position.y][position.x] = picture[y][x]
            }
        }
        return result
    }

    @Test(arguments: UInt32(0)..<8) func everyTransformStandsUpright(transform: UInt32) {
        #expect(Self.stood(Self.panel(transform), Orientation(transform: transform)) == Self.upright)
    }

    @Test(arguments: UInt32(0)..<8) func soItDoesWithItsRowsFromTheBottomUp(transform: UInt32) {
        let stored = Picture(Self.panel(transform).reversed())
        #expect(Self.stood(stored, Orientation(transform: transform).upsideDown) == Self.upright)
    }

    @Test func whatIsNoTransformTurnsNothing() { #expect(Orientation(transform: 8) == .up && Orientation(transform: .max) == .up) }
}
