import Testing

@testable import Session

/// The number of all that was dropped.
@Suite struct DroppedTotalTests {
    @Test func whatOneCountedStaysWhenItIsGone() {
        var total = DroppedTotal()
        #expect(total.total(with: [.agent(1): 5, .target(1): 2]) == 7)
        #expect(total.total(with: [.agent(2): 0, .target(1): 3]) == 8)
        #expect(total.total(with: [.agent(2): 4, .encoding(1): 1]) == 13)
    }

    /// No one asked while it was there.
    @Test func whatIsNotedIsCounted() {
        var total = DroppedTotal()
        total.note([.agent(1): 5])
        #expect(total.total(with: [.agent(2): 1]) == 6)
    }

    /// Two ask at once, and the one that looked first is told last.
    @Test func anOlderLookChangesNothing() {
        var total = DroppedTotal()
        #expect(total.total(with: [.agent(1): 5, .target(1): 2]) == 7)
        #expect(total.total(with: [.agent(1): 4]) == 7)
        #expect(total.total(with: [.agent(1): 5, .target(1): 2]) == 7)
    }

    @Test func thousandsOfAgentsAreCountedOnceEach() {
        var total = DroppedTotal()
        #expect(total.total(with: [.target(1): 7]) == 7)
        for id in 1...5000 as ClosedRange<UInt32> { #expect(total.total(with: [.agent(id): 1]) == UInt64(id) + 7) }
        #expect(total.total(with: [.target(1): 8]) == 5008)
    }
}
