import Testing

@testable import Codec

@Suite struct ScrollReachTests {
    private static let usual = ScrollReach.Search(method: ScrollReach.Search.rings - 1, range: 16)

    /// How far libx264 looks for pictures that moved by so many rows, one after the other; 0 for a key frame.
    private func ranges(_ rows: [Int], usual: ScrollReach.Search = usual) -> [Int32?] {
        var reach = ScrollReach(usual: usual)
        return rows.map { moved in
            if moved != 0 { reach.rows = moved }
            let search = reach.search(isKeyframe: moved == 0)
            return search == usual ? nil : search.range
        }
    }

    /// What moves on evenly is found from the picture before.
    @Test func aScrollThatBeginsOrChangesIsLookedFor() {
        #expect(ranges([16, 32, 32, 31, 33, -33, -33, 6, 8]) == [25, 46, nil, nil, nil, 48, nil, 16, nil])
    }

    /// It has no vectors from which the next one could go on.
    @Test func behindAKeyframeItIsLookedForAnew() { #expect(ranges([32, 32, 0, 32, 32]) == [46, nil, nil, 46, nil]) }

    @Test func whatMovesFarIsLookedForEachTime() { #expect(ranges([48, 48, 49, 49]) == [68, nil, 69, 69]) }

    @Test func whatIsNotScrolledIsSearchedAsUsual() {
        var reach = ScrollReach(usual: Self.usual)
        #expect(reach.search(isKeyframe: false) == Self.usual)
        reach.rows = 30
        #expect(reach.search(isKeyframe: false).method == ScrollReach.Search.rings)
        reach.rows = 0
        #expect(reach.search(isKeyframe: false) == Self.usual)
    }

    @Test func aSearchThatIsMoreThoroughStays() {
        #expect(ranges([30], usual: ScrollReach.Search(method: ScrollReach.Search.rings + 1, range: 24)) == [nil])
        #expect(ranges([30], usual: ScrollReach.Search(method: ScrollReach.Search.rings, range: 24)) == [44])
        #expect(ranges([3], usual: ScrollReach.Search(method: ScrollReach.Search.rings, range: 24)) == [nil])
    }
}
