import Delivery
import Platform
import Testing

@Suite struct KeyframeRequestsTests {
    private static func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    @Test func manyRequestsAreOneKeyframe() {
        let requests = KeyframeRequests()
        #expect(!requests.take(at: Self.at(0)))
        for _ in 0..<10 { requests.request() }
        #expect(requests.take(at: Self.at(1)) && !requests.take(at: Self.at(2)))
    }

    @Test func aRequestThatComesTooEarlyIsGrantedHalfASecondLater() {
        let requests = KeyframeRequests()
        requests.request()
        #expect(requests.take(at: Self.at(100)))
        requests.request()
        #expect(!requests.take(at: Self.at(599)) && requests.isDue(at: Self.at(600)))
        #expect(requests.take(at: Self.at(600)) && !requests.isDue(at: Self.at(2000)))
    }

    @Test func delaysAreSummedUp() throws {
        let delays = DelayStatistics(size: 100)
        #expect(delays.summary == nil)
        for number in 0..<300 { delays.record(.milliseconds(number)) }
        let summary = try #require(delays.summary)
        #expect(summary.count == 300 && summary.longest == .milliseconds(299))
        #expect(summary.median == .milliseconds(250) && summary.percentile95 == .milliseconds(295))
    }
}
