import Frames
import Picture
import Testing

/// Pictures written out by hand: an asymmetric pattern as it is stored, and how each orientation must show it.
@Suite struct OrientationGoldenTests {
    static let stored = ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX"]

    static let golden: [Orientation: [String]] = [
        .up: ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX"],
        .upMirrored: ["FEDCBA", "LKJIHG", "RQPONM", "XWVUTS"],
        .down: ["XWVUTS", "RQPONM", "LKJIHG", "FEDCBA"],
        .downMirrored: ["STUVWX", "MNOPQR", "GHIJKL", "ABCDEF"],
        .right: ["SMGA", "TNHB", "UOIC", "VPJD", "WQKE", "XRLF"],
        .left: ["FLRX", "EKQW", "DJPV", "CIOU", "BHNT", "AGMS"],
        .leftMirrored: ["AGMS", "BHNT", "CIOU", "DJPV", "EKQW", "FLRX"],
        .rightMirrored: ["XRLF", "WQKE", "VPJD", "UOIC", "TNHB", "SMGA"],
    ]

    /// Twenty-four colours well apart.
    static func colour(_ letter: Character) -> Colour {
        let index = Int(letter.asciiValue! - 65)
        return Colour(red: index % 3 * 110 + 15, green: index / 3 % 4 * 75 + 10, blue: index / 12 * 160 + 30)
    }

    static func frame(_ rows: [String], cell: Int) -> TestFrame {
        let letters = rows.map(Array.init)
        let frame = TestFrame(letters[0].count * cell, letters.count * cell)
        frame.fill { x, y in colour(letters[y / cell][x / cell]) }
        return frame
    }

    static func wrongCells(_ seen: Snapshot, _ rows: [String], cell: Int, inset: Int) -> [String] {
        rows.enumerated().flatMap { y, row in
            row.enumerated().compactMap { x, letter in
                for (dx, dy) in [(inset, inset), (cell - 1 - inset, inset), (inset, cell - 1 - inset), (cell - 1 - inset, cell - 1 - inset)]
                where seen.distance(at: x * cell + dx, y * cell + dy, from: colour(letter)) > 3 {
                    return "\(letter) at \(x),\(y)"
                }
                return nil
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func everyOrientationShowsItsGoldenPicture(orientation: Orientation) throws {
        let rows = Self.golden[orientation]!
        let seen = try composed(
            Self.frame(Self.stored, cell: 4), orientation: orientation, on: PixelSize(width: rows[0].count * 4, height: rows.count * 4))
        #expect(Self.wrongCells(seen, rows, cell: 4, inset: 0) == [])
    }

    /// More rows than are turned at once, and a ratio that is not whole.
    @Test(arguments: Orientation.allCases)
    func everyOrientationShowsItsGoldenPictureScaled(orientation: Orientation) throws {
        let rows = Self.golden[orientation]!
        let seen = try composed(
            Self.frame(Self.stored, cell: 51), orientation: orientation, on: PixelSize(width: rows[0].count * 34, height: rows.count * 34))
        #expect(Self.wrongCells(seen, rows, cell: 34, inset: 3) == [])
    }

    @Test func aChangeOfOrientationMidStreamKeepsTheCanvasAndBlackensWhatIsNoLongerCovered() throws {
        let frame = Self.frame(Self.stored, cell: 4)
        let composer = try Composer(canvas: PixelSize(width: 24, height: 16), mode: .fit)
        composer.configure(geometry: frame.geometry, orientation: .up)
        _ = composer.update(from: frame.pixels, damage: Damage())
        composer.configure(geometry: frame.geometry, orientation: .left)
        let waiting = Snapshot(composer.canvas.view)
        #expect(waiting.luma(0, 8) == 16 && waiting.luma(23, 8) == 16)
        #expect(waiting.luma(12, 8) != 16, "the last picture stays until the next frame")
        let changed = composer.update(from: frame.pixels, damage: Damage())
        #expect(changed == Damage(PixelRectangle(of: composer.canvas.size)))
        #expect(try composed(frame, orientation: .left, on: PixelSize(width: 24, height: 16)) == Snapshot(composer.canvas.view))
    }
}
