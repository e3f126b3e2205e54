import Platform
import Testing

@testable import Delivery

@Suite struct CutRuleTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000)

    /// Of key frames every two seconds with groups of `bytes` between them, those that begin a file.
    private func cuts(_ split: RecordingSplit?, groups: [Int]) -> [Int] {
        var rule = CutRule(split)
        rule.beginFile(at: start)
        var (bytes, found): (Int, [Int]) = (0, [])
        for (number, group) in groups.enumerated() {
            let time = start + .milliseconds(number * 2000 - number % 2)
            if rule.cuts(at: time, bytes: bytes) {
                rule.beginFile(at: time)
                (bytes, found) = (0, found + [number])
            }
            bytes += group
        }
        return found
    }

    @Test func withoutARuleNothingIsCut() { #expect(cuts(nil, groups: Array(repeating: 1000, count: 100)) == []) }

    @Test func timeCutsAtTheKeyFrameThatIsMeant() {
        #expect(cuts(.every(.seconds(10)), groups: Array(repeating: 1000, count: 18)) == [5, 10, 15])
        #expect(cuts(.every(.seconds(9)), groups: Array(repeating: 1000, count: 18)) == [5, 10, 15])
        #expect(cuts(.every(.seconds(1)), groups: Array(repeating: 1000, count: 4)) == [1, 2, 3])
    }

    @Test func sizeCutsBeforeItIsExceeded() {
        #expect(cuts(.atBytes(10_000), groups: Array(repeating: 1000, count: 25)) == [10, 20])
        #expect(cuts(.atBytes(10_000), groups: Array(repeating: 3000, count: 10)) == [3, 6, 9])
        // A group that is larger than a file has one of its own.
        #expect(cuts(.atBytes(1000), groups: [5000, 5000, 5000]) == [1, 2])
    }
}
