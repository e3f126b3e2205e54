import Platform
import Testing

@testable import Delivery

@Suite struct RateWindowTests {
    private let start = MediaTime(nanoseconds: 0)

    /// Every 100 ms what was sent by then; what was measured, in kilobits a second.
    private func measured(_ seconds: Int, batch: Duration, _ sent: (Double) -> Int) -> [Int] {
        var window = RateWindow(from: start)
        return (1...seconds * 10).compactMap { window.add(sent(Double($0) / 10), at: start + .milliseconds($0 * 100), batch: batch) }
    }

    @Test func whatLeavesByItselfIsMeasuredEachSecond() {
        #expect(measured(4, batch: .zero) { Int($0 * 1000) } == [8, 8, 8, 8])
        #expect(measured(3, batch: .zero) { _ in 1000 } == [8, 0, 0])
    }

    /// 1000 bytes a second, all of it at the end of segments of two seconds: neither nothing nor twice as much.
    @Test func whatLeavesInSegmentsIsMeasuredFromOneToTheNext() {
        #expect(measured(8, batch: .seconds(2)) { Int($0 / 2) * 2000 } == [8, 8, 8, 8])
        // Their key frames leave at their beginning.
        let fragments = measured(9, batch: .seconds(2)) { Int($0 / 2) * 2000 + ($0.truncatingRemainder(dividingBy: 2) >= 0.1 ? 500 : 0) }
        #expect(fragments.dropFirst().allSatisfy { $0 == 8 } && fragments.count >= 4, "\(fragments)")
    }

    @Test func segmentsThatDoNotComeAreToldAfterTwo() {
        #expect(measured(10, batch: .seconds(2)) { min(Int($0 / 2), 1) * 2000 } == [8, 0, 0])
    }
}
