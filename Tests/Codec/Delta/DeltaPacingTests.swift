import Testing

@testable import Codec

@Suite struct DeltaPacingTests {
    private static let fine = DeltaPacing.Quality(quantiser: 20, decibels: 44)
    private static let poor = DeltaPacing.Quality(quantiser: 30, decibels: 44)

    /// What a picture of nothing new becomes, one letter each: a key frame, libx264's with the intervals that it is told (hexadecimal), ours.
    private func letters(
        _ count: Int, keyframeEach gop: Int, intervals: Double, changed: Int = 0, bytes: Int = 70, quantiser: Int = 20, decibels: Double = 44
    ) -> String {
        let quality = DeltaPacing.Quality(quantiser: quantiser, decibels: decibels)
        var pacing = DeltaPacing(macroblocks: 1600)
        var letters = ""
        var gap = 0.0
        for number in 0..<count {
            gap += intervals
            if number % gop != 0, let most = pacing.mostBytes(changed: changed, bits: 100_000, quality: quality) {
                if bytes <= most {
                    pacing.wrote()
                    letters += "o"
                    continue
                }
                pacing.failed()
            }
            let span = pacing.encoded(
                isKeyframe: number % gop == 0, intervals: gap, bufferIntervals: 12)
            letters += number % gop == 0 ? "K" : String(Int((Double(span.intervals) * span.stretch).rounded()), radix: 16, uppercase: true)
            gap = 0
        }
        return letters
    }

    @Test func libx264FollowsUpAKeyframeAndThenEachThirdPicture() {
        #expect(letters(12, keyframeEach: 10, intervals: 1) == "K1oo3oo3ooK3")
    }

    /// Ours show nothing better than libx264's last one.
    @Test func whatIsNotFineYetIsLibx264s() {
        #expect(letters(12, keyframeEach: 10, intervals: 1, quantiser: 21) == "K111111111K1")
        #expect(letters(12, keyframeEach: 10, intervals: 1, decibels: 43.9) == "K111111111K1")
        #expect(letters(12, keyframeEach: 10, intervals: 1, decibels: .nan) == "K111111111K1")
        #expect(letters(12, keyframeEach: 10, intervals: 1, quantiser: 40, decibels: 50) == "K1oo3oo3ooK3")
    }

    /// Of time libx264 learns with its next picture, as much as its buffer holds.
    @Test func libx264IsToldOfAllTheTimeThatItsBufferHolds() {
        #expect(letters(8, keyframeEach: 4, intervals: 6, quantiser: 21) == "KB66KB66")
        #expect(letters(8, keyframeEach: 4, intervals: 15, quantiser: 21) == "KCCCKCCC")
        #expect(letters(8, keyframeEach: 4, intervals: 15) == "KCooKCoo")
    }

    @Test func whatChangesMuchIsLibx264s() {
        #expect(letters(6, keyframeEach: 100, intervals: 1, changed: 101) == "K11111")
        #expect(letters(6, keyframeEach: 100, intervals: 3, changed: 101) == "K53333")
        #expect(letters(6, keyframeEach: 100, intervals: 1, changed: 100) == "K1oo3o")
    }

    @Test func afterFailureLibx264GetsSomePictures() {
        #expect(letters(24, keyframeEach: 100, intervals: 1, bytes: 6000).dropFirst() == "11111111111111111111111")
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: true, intervals: 1, bufferIntervals: 12)
        _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        #expect(pacing.mostBytes(changed: 0, bits: 100_000, quality: Self.fine) == 5000)
        pacing.failed()
        for _ in 0..<8 {
            #expect(pacing.mostBytes(changed: 0, bits: 100_000, quality: Self.fine) == nil)
            _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        }
        #expect(pacing.mostBytes(changed: 0, bits: 100_000, quality: Self.fine) != nil)
    }

    /// Its quality is what was asked for from the first picture on.
    @Test func aConstantQualityIsNotWaitedFor() {
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        #expect(pacing.mostBytes(changed: 0, bits: nil, quality: Self.poor) != nil)
    }

    @Test func numbersFromOutsideDoNoHarm() {
        var pacing = DeltaPacing(macroblocks: 0)
        for intervals in [-1e300, 0, 1e300, .infinity] {
            #expect((1...3).contains(pacing.encoded(isKeyframe: false, intervals: intervals, bufferIntervals: 12).intervals))
        }
        for bits in [0, 1e300, Double.infinity] {
            #expect(pacing.mostBytes(changed: 0, bits: bits, quality: Self.fine) != nil)
            pacing.wrote()
            _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        }
        #expect(pacing.mostBytes(changed: 0, bits: nil, quality: Self.fine) != nil)
    }
}
