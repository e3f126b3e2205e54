import Picture
import Testing

@Suite struct ColourTests {
    /// Every combination of six levels: primaries, secondaries, greys and what lies between.
    static let chart: [Colour] = {
        let levels = [0, 1, 64, 128, 191, 254, 255]
        return levels.flatMap { red in levels.flatMap { green in levels.map { Colour(red: red, green: green, blue: $0) } } }
    }()

    @Test func aDecodedChartIsWithinThreeOfTheOriginal() throws {
        let chart = Self.chart
        let columns = 20
        let rows = (chart.count + columns - 1) / columns
        let frame = TestFrame(columns * 4, rows * 4)
        frame.fill { x, y in chart[min(y / 4 * columns + x / 4, chart.count - 1)] }
        let seen = try composed(frame, on: frame.size)
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width { #expect(seen.distance(at: x, y, from: frame[x, y]) <= 3, "at \(x),\(y): \(frame[x, y])") }
        }
    }

    @Test func blackAndWhiteAreTheEndsOfLimitedRangeAndGreyHasNoColour() throws {
        let frame = TestFrame(256, 16)
        frame.fill { x, _ in .grey(x) }
        let seen = try composed(frame, on: frame.size)
        #expect(seen.luma(0, 0) == 16)
        #expect(seen.luma(255, 0) == 235)
        #expect(Set(seen.blue + seen.red) == [128])
    }

    /// BT.709's well-known bars at full level, in studio bytes.
    @Test(arguments: [
        (Colour(red: 255, green: 0, blue: 0), 63, 102, 240), (Colour(red: 0, green: 255, blue: 0), 173, 42, 26),
        (Colour(red: 0, green: 0, blue: 255), 32, 240, 118), (Colour(red: 255, green: 255, blue: 0), 219, 16, 138),
    ])
    func primariesHaveTheirStudioValues(colour: Colour, luma: Int, blue: Int, red: Int) throws {
        let frame = TestFrame(64, 16)
        frame.fill { _, _ in colour }
        let seen = try composed(frame, on: frame.size)
        #expect(abs(seen.luma(40, 8) - luma) <= 1)
        #expect(abs(seen.blue(40, 8) - blue) <= 1)
        #expect(abs(seen.red(40, 8) - red) <= 1)
    }
}
