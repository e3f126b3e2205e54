import NIOHTTP1
import Testing

@testable import Control

@Suite struct RequestedRangeTests {
    private func range(_ fields: String..., method: HTTPMethod = .GET, of size: Int = 1000) -> RequestedRange {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: "/a")
        for field in fields { head.headers.add(name: "Range", value: field) }
        return RequestedRange(head, of: size)
    }

    @Test func aPartIsWhatTheNumbersSay() {
        #expect(range("bytes=100-199") == .part(100..<200))
        #expect(range("bytes=100-") == .part(100..<1000))
        #expect(range("bytes=-100") == .part(900..<1000))
        #expect(range("Bytes=0-0") == .part(0..<1))
        // Beyond the end is up to the end.
        #expect(range("bytes=990-100000") == .part(990..<1000) && range("bytes=-5000") == .part(0..<1000))
    }

    @Test func whatBeginsBehindTheEndIsToldSo() {
        #expect(range("bytes=1000-") == .unsatisfiable && range("bytes=1000-1001") == .unsatisfiable && range("bytes=-0") == .unsatisfiable)
        #expect(range("bytes=0-", of: 0) == .unsatisfiable && range("bytes=-1", of: 0) == .unsatisfiable)
    }

    @Test(arguments: [
        "bytes=5-4", "bytes=0-1,5-6", "bytes=", "bytes=-", "bytes=a-b", "bytes=1-2-3", "items=0-1", "bytes=+1-2", "bytes=0-99999999999999999999",
    ])
    func allElseIsNoRange(field: String) { #expect(range(field) == .whole) }

    @Test func onlyGETHasOne() {
        #expect(range("bytes=0-1", method: .HEAD) == .whole && range("bytes=0-1", "bytes=2-3") == .whole && range() == .whole)
    }
}
