import Testing

@testable import Picture

@Suite struct AxisFilterTests {
    static let ratios = [(1, 16), (2, 2), (3, 4), (16, 9), (1920, 1080), (1080, 1920), (1366, 1920), (2160, 1080), (16384, 16), (16384, 2)]

    @Test(arguments: ratios)
    func weightsOfAPixelSumToUnityAndStayInsideTheSource(source: Int, scaled: Int) {
        let filter = AxisFilter(AxisMapping(source: source, scaled: scaled), range: 0..<scaled)
        #expect(filter.taps % 2 == 0)
        for pixel in 0..<scaled {
            let weights = filter.weights[pixel * filter.taps..<(pixel + 1) * filter.taps]
            #expect(weights.reduce(0) { $0 + Int($1) } == AxisFilter.unity)
            #expect(weights.allSatisfy { $0 >= 0 })
            let last = Int(filter.first[pixel]) + (weights.lastIndex { $0 > 0 }! - weights.startIndex)
            #expect(filter.first[pixel] >= 0 && last < source)
        }
    }

    /// Both directions against the definition: no scaled pixel outside `affected` has a weight on the changed source pixel.
    @Test(arguments: ratios.filter { $0.0 < 4000 })
    func whatAPixelAffectsIsNeverUnderstated(source: Int, scaled: Int) {
        let mapping = AxisMapping(source: source, scaled: scaled)
        let filter = AxisFilter(mapping, range: 0..<scaled)
        for pixel in 0..<scaled {
            for tap in 0..<filter.taps where filter.weights[pixel * filter.taps + tap] > 0 {
                let changed = Int(filter.first[pixel]) + tap
                #expect(mapping.affected(by: changed..<changed + 1).contains(pixel), "source \(changed) shows in \(pixel)")
            }
        }
    }

    @Test func positionsAreRoundedAlikeOnBothSidesOfTheEdge() {
        let mapping = AxisMapping(source: 30, scaled: 20)
        #expect((-4...4).map { mapping.position(of: $0) } == [-3, -2, -1, -1, 0, 1, 1, 2, 3])
    }
}
