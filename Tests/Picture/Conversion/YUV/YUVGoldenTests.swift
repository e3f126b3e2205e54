import Frames
import Testing

@testable import Picture

/// The golden pictures of `OrientationGoldenTests`, from YUV frames.
@Suite struct YUVGoldenTests {
    static let colours = YUVColour.Matrix.allCases.flatMap { matrix in
        YUVColour.Range.allCases.map { YUVColour(matrix: matrix, range: $0) }
    }
    static let formats: [PixelFormat] = [
        .i420(.canvas), .nv12(YUVColour(matrix: .bt601, range: .limited)), .yuyv(YUVColour(matrix: .bt601, range: .full)),
    ]

    private func frame(_ format: PixelFormat, cell: Int) -> YUVFrame {
        let letters = OrientationGoldenTests.stored.map(Array.init)
        let frame = YUVFrame(letters[0].count * cell, letters.count * cell, format)
        frame.fill { x, y in OrientationGoldenTests.colour(letters[y / cell][x / cell]) }
        return frame
    }

    @Test(arguments: Orientation.allCases, formats)
    func everyOrientationShowsItsGoldenPicture(orientation: Orientation, format: PixelFormat) throws {
        let rows = OrientationGoldenTests.golden[orientation]!
        let seen = try composed(
            frame(format, cell: 4), orientation: orientation, on: PixelSize(width: rows[0].count * 4, height: rows.count * 4))
        #expect(wrongCells(seen, rows, cell: 4, inset: 0) == [])
    }

    /// More rows than are turned at once, and a ratio that is not whole.
    @Test(arguments: Orientation.allCases, formats)
    func everyOrientationShowsItsGoldenPictureScaled(orientation: Orientation, format: PixelFormat) throws {
        let rows = OrientationGoldenTests.golden[orientation]!
        let seen = try composed(
            frame(format, cell: 51), orientation: orientation, on: PixelSize(width: rows[0].count * 34, height: rows.count * 34))
        #expect(wrongCells(seen, rows, cell: 34, inset: 4) == [])
    }

    /// What is coded twice in eight bits is off by one step more than what is coded once.
    private func wrongCells(_ seen: Snapshot, _ rows: [String], cell: Int, inset: Int) -> [String] {
        rows.enumerated().flatMap { y, row in
            row.enumerated().compactMap { x, letter in
                for (dx, dy) in [(inset, inset), (cell - 1 - inset, inset), (inset, cell - 1 - inset), (cell - 1 - inset, cell - 1 - inset)]
                where seen.distance(at: x * cell + dx, y * cell + dy, from: OrientationGoldenTests.colour(letter)) > 5 {
                    return "\(letter) at \(x),\(y): \(seen.colour(x * cell + dx, y * cell + dy))"
                }
                return nil
            }
        }
    }

    @Test(arguments: colours) func aChartIsItselfByEveryMatrixAndRange(colour: YUVColour) throws {
        let chart = ColourTests.chart
        let columns = 20
        let rows = (chart.count + columns - 1) / columns
        let frame = YUVFrame(columns * 4, rows * 4, .i420(colour))
        frame.fill { x, y in chart[min(y / 4 * columns + x / 4, chart.count - 1)] }
        let seen = try composed(frame, on: frame.size)
        for y in stride(from: 0, to: frame.size.height, by: 2) {
            for x in stride(from: 0, to: frame.size.width, by: 2) {
                let wanted = chart[min(y / 4 * columns + x / 4, chart.count - 1)]
                #expect(seen.distance(at: x, y, from: wanted) <= 5, "at \(x),\(y): \(wanted), seen \(seen.colour(x, y))")
            }
        }
    }

    @Test(arguments: colours) func greyHasNoColourAndBlackAndWhiteAreTheEndsOfLimitedRange(colour: YUVColour) throws {
        let frame = YUVFrame(256, 16, .nv12(colour))
        frame.fill { x, _ in .grey(x) }
        let seen = try composed(frame, on: frame.size)
        #expect((seen.luma(0, 0), seen.luma(255, 0)) == (16, 235))
        #expect(Set(seen.blue + seen.red) == [128])
    }
}

/// A picture composed in one go.
func composed(
    _ frame: YUVFrame, orientation: Orientation = .up, on canvas: PixelSize, mode: AspectMode = .fit, kernels: PixelKernels = .best
) throws -> Snapshot {
    let composer = try Composer(canvas: canvas, mode: mode, kernels: kernels)
    composer.configure(geometry: frame.geometry, orientation: orientation)
    _ = composer.update(from: frame.pixels, damage: Damage(PixelRectangle(of: frame.size)))
    return Snapshot(composer.canvas.view)
}
