import Testing

@testable import Codec

@Suite struct VBVSpanTests {
    private var span = VBVSpan()

    private mutating func choose(_ changedShare: Double, isScrolled: Bool = false, isChosen: Bool = false) -> Duration {
        span.choose(changedShare: changedShare, isScrolled: isScrolled, isChosen: isChosen)
    }

    @Test mutating func whereAllMovesItHoldsWhatALiveLinkBears() {
        for share in [1, 0.7, 1] { #expect(choose(share) == VideoSettings.bufferSpan) }
    }

    /// A video or a window that is moved, on a page: its key frames are mostly the page.
    @Test mutating func whereAPartMovesItHoldsAKeyframeOfTheRest() {
        var count = 0
        while choose(0.3) != VideoSettings.partBufferSpan, count < 100 { count += 1 }
        #expect(count > 5 && count < 30, "\(count)")
        for share in [0, 0.5, 0.3, 0.6] { #expect(choose(share) == VideoSettings.partBufferSpan) }
        #expect(!span.isCalm)
    }

    /// What was saved while the screen stood still is there for the page that comes.
    @Test mutating func anotherPageIsNoMotion() {
        for _ in 0..<60 { _ = choose(0) }
        #expect(span.isCalm)
        #expect(choose(1) == VideoSettings.partBufferSpan && !span.isCalm)
        #expect(choose(0) == VideoSettings.partBufferSpan && span.isCalm)
        for _ in 0..<30 { _ = choose(1) }
        #expect(choose(1) == VideoSettings.bufferSpan && !span.isCalm)
    }

    @Test mutating func textHasTheSameAtOnce() {
        #expect(choose(1) == VideoSettings.bufferSpan)
        #expect(choose(0.01) == VideoSettings.partBufferSpan)
        #expect(choose(1, isScrolled: true) == VideoSettings.partBufferSpan)
        #expect(choose(0.01, isChosen: true) == VideoSettings.pageBufferSpan)
    }
}
