import Testing

@testable import Control

/// Who may follow how many streams.
@Suite struct APIUsageTests {
    @Test func strangersLeaveSomeToTheOwnerAndToEachOther() {
        let usage = APIUsage(mostStreams: 8)
        let first = (0..<8).count { _ in usage.beginStream(for: .user(1000)) }
        let second = (0..<8).count { _ in usage.beginStream(for: .machine([192, 0, 2, 1])) }
        let owner = (0..<8).count { _ in usage.beginStream(for: nil) }
        #expect([first, second, owner] == [4, 2, 2] && usage.streams == 8)
        usage.endStream(of: .user(1000))
        #expect(usage.streams == 7 && usage.beginStream(for: .user(1000)) && !usage.beginStream(for: nil))
    }

    @Test func theOwnerMayUseAll() {
        let usage = APIUsage(mostStreams: 8)
        let begun = (0..<9).count { _ in usage.beginStream(for: nil) }
        #expect(begun == 8)
    }
}
