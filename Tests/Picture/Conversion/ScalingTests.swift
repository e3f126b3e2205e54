import Fixtures
import Frames
import Picture
import Testing

@Suite struct ScalingTests {
    /// Mean of the area (shrinking) or the two nearest (growing), from the definition, in floating point.
    private func reference(_ values: [Double], scaled: Int) -> [Double] {
        let ratio = Double(values.count) / Double(scaled)
        return (0..<scaled).map { pixel in
            if ratio > 1 {
                let (start, end) = (Double(pixel) * ratio, Double(pixel + 1) * ratio)
                return values.enumerated().reduce(0) { sum, sample in
                    sum + sample.element * max(0, min(end, Double(sample.offset + 1)) - max(start, Double(sample.offset)))
                } / ratio
            }
            let centre = min(max((Double(pixel) + 0.5) * ratio - 0.5, 0), Double(values.count - 1))
            let left = Int(centre)
            let share = centre - Double(left)
            return values[left] * (1 - share) + values[min(left + 1, values.count - 1)] * share
        }
    }

    @Test(arguments: [(96, 48), (96, 64), (97, 60), (130, 40), (48, 96), (50, 96), (500, 16)])
    func scaledRowsAndColumnsFollowTheDefinition(source: Int, scaled: Int) throws {
        var noise = SeededRandom(seed: 7)
        let values = (0..<source).map { _ in Int.random(in: 0...255, using: &noise) }
        let wanted = reference(values.map(Double.init), scaled: scaled).map { 16 + $0 * 219 / 255 }
        let across = TestFrame(source, source)
        across.fill { x, _ in .grey(values[x]) }
        let down = TestFrame(source, source)
        down.fill { _, y in .grey(values[y]) }
        let canvas = PixelSize(width: scaled, height: scaled)
        let (seenAcross, seenDown) = (try composed(across, on: canvas), try composed(down, on: canvas))
        for index in 0..<scaled {
            #expect(abs(Double(seenAcross.luma(index, scaled / 2)) - wanted[index]) < 1.5)
            #expect(abs(Double(seenDown.luma(scaled / 2, index)) - wanted[index]) < 1.5)
        }
    }

    @Test func aFlatColourStaysFlatAtAnyRatio() throws {
        let colour = Colour(red: 200, green: 30, blue: 90)
        for (width, height) in [(1, 1), (3, 2), (1000, 17), (19, 900), (4096, 2)] {
            let frame = TestFrame(width, height)
            frame.fill { _, _ in colour }
            let seen = try composed(frame, on: PixelSize(width: 40, height: 40), mode: .stretch)
            #expect(Set(seen.luma).count == 1 && Set(seen.blue).count == 1 && Set(seen.red).count == 1)
            #expect(seen.distance(at: 20, 20, from: colour) <= 3)
        }
    }
}
