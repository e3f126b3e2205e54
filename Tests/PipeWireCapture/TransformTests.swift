import Frames
import Testing

@testable import PipeWireCapture

@Suite struct TransformTests {
    /// A picture of letters, row by row.
    private struct Picture: Equatable {
        var rows: [[Character]]

        init(_ rows: String...) { self.rows = rows.map { Array($0) } }

        var size: PixelSize { PixelSize(width: rows[0].count, height: rows.count) }

        var mirrored: Picture { changed { $0.map { $0.reversed() } } }

        var turnedCounterClockwise: Picture {
            changed { rows in rows[0].indices.reversed().map { column in rows.map { $0[column] } } }
        }

        private func changed(_ change: ([[Character]]) -> [[Character]]) -> Picture {
            var result = self
            result.rows = change(rows)
            return result
        }

        /// As the host turns it.
        func upright(_ orientation: Orientation) -> Picture {
            let stands = orientation.upright(size)
            var result = self
            result.rows = Array(repeating: Array(repeating: "?", count: stands.width), count: stands.height)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let target = orientation.upright(PixelRectangle(x: x, y: y, width: 1, height: 1), in: size)
                    result.rows[target.y][target.x] = rows[y][x]
                }
            }
            return result
        }
    }

    private let screen = Picture("abc", "def")

    /// SPA's definition: mirrored around the vertical axis from 4 on, then turned counter-clockwise in quarters.
    private func stored(_ transform: Int32) -> Picture {
        var picture = transform >= 4 ? screen.mirrored : screen
        for _ in 0..<transform % 4 { picture = picture.turnedCounterClockwise }
        return picture
    }

    @Test(arguments: Int32(0)..<8) func whatATransformDidToAPictureIsUndone(transform: Int32) {
        #expect(stored(transform).upright(Orientation(transform: transform)) == screen)
    }

    /// What sway 1.7 sends for each of its transforms, and the filter of ffmpeg that was seen to bring it upright.
    @Test(arguments: [
        (Int32(0), Orientation.up), (3, .left), (2, .down), (1, .right), (4, .upMirrored), (7, .rightMirrored), (6, .downMirrored),
        (5, .leftMirrored),
    ])
    func theTableIsTheMeasuredOne(transform: Int32, orientation: Orientation) { #expect(Orientation(transform: transform) == orientation) }

    @Test(arguments: [Int32(-1), 8, .max]) func whatIsNotDefinedIsUpright(transform: Int32) {
        #expect(Orientation(transform: transform) == .up)
    }
}
