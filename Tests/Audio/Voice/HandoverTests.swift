import Testing

@testable import Audio

@Suite struct HandoverTests {
    private final class Thing: Sendable {}

    @Test func theNewestIsUsedAndTheOldFreedByTheOneWhoOffers() {
        let handover = Handover<Thing>()
        #expect(handover.newest == nil)
        var things: [Thing]? = [Thing(), Thing(), Thing()]
        weak let first = things?[0]
        weak let second = things?[1]
        weak let third = things?[2]
        handover.offer(things![0])
        handover.use(handover.newest!)
        handover.offer(things![1])
        handover.offer(things![2])
        things = nil
        // The reader has not gone on: the first one may still be in use, and the second may have been seen.
        #expect(first != nil && second != nil && third != nil)
        handover.use(handover.newest!)
        #expect(first != nil)
        handover.offer(Thing())
        #expect(first == nil && second == nil && third != nil)
    }
}
