import Testing

@testable import Codec

@Suite struct DeltaPacingTests {
    private static let fine = DeltaPacing.Quality(quantiser: 20, decibels: 44)
    private static let poor = DeltaPacing.Quality(quantiser: 30, decibels: 44)

    /// What a picture becomes, one letter each: a key frame, one that is sent again, libx264's with the intervals that it is told (hexadecimal),
    /// ours.
    private func letters(
        _ count: Int, keyframeEach gop: Int, intervals: Double, changed: Int = 0, bytes: Int = 70, quantiser: Int = 20, decibels: Double = 44,
        macroblocks: Int = 1600, bits: Double = 100_000
    ) -> String {
        let quality = DeltaPacing.Quality(quantiser: quantiser, decibels: decibels)
        var pacing = DeltaPacing(macroblocks: macroblocks)
        var (letters, gap, endsWithKeyframe) = ("", 0.0, false)
        for number in 0..<count {
            gap += intervals
            if number % gop != 0, let most = pacing.mostBytes(changed: changed, bits: bits, quality: quality, intervals: gap) {
                if bytes <= most {
                    pacing.wrote(intervals: Double(8 * bytes) / bits)
                    letters += "o"
                    continue
                }
                pacing.failed()
            }
            if number % gop == 0, endsWithKeyframe, pacing.maySendAgain(changed: changed, bits: bits, quality: quality) {
                pacing.sentAgain(intervals: gap, sendIntervals: 2, bufferIntervals: 12)
                (letters, gap) = (letters + "A", 0)
                continue
            }
            let span = pacing.encoded(isKeyframe: number % gop == 0, intervals: gap, bufferIntervals: 12)
            endsWithKeyframe = number % gop == 0
            letters += number % gop == 0 ? "K" : String(Int((Double(span.intervals) * span.stretch).rounded()), radix: 16, uppercase: true)
            gap = 0
        }
        return letters
    }

    /// It costs libx264 one picture, for as long as nothing changes.
    @Test func aStillScreenIsOneKeyframeThatIsSentAgain() {
        #expect(letters(14, keyframeEach: 5, intervals: 1) == "KooooAooooAooo")
        #expect(letters(70, keyframeEach: 100, intervals: 1) == "K" + String(repeating: "o", count: 60) + "Coooooooo")
    }

    /// And the first one behind a key frame, without which the next key frame would have too few bits.
    @Test func ofASmallChangeLibx264GetsEachEighthPicture() {
        #expect(letters(20, keyframeEach: 18, intervals: 1, changed: 1) == "K1ooooooo8ooooooo8K1")
    }

    /// Ours show nothing better than libx264's last one.
    @Test func whatIsNotFineYetIsLibx264s() {
        #expect(letters(12, keyframeEach: 10, intervals: 1, quantiser: 21) == "K111111111K1")
        #expect(letters(12, keyframeEach: 10, intervals: 1, decibels: 43.9) == "K111111111K1")
        #expect(letters(12, keyframeEach: 10, intervals: 1, decibels: .nan) == "K111111111K1")
        #expect(letters(6, keyframeEach: 4, intervals: 1, quantiser: 40, decibels: 50) == "KoooAo")
    }

    /// Each costs the more, and the bits of one frame interval make nothing sharp.
    @Test func ofALargeScreenWithTooFewBitsLibx264GetsEachSeventhPicture() {
        func unsettled(_ macroblocks: Int, bits: Double) -> String {
            letters(20, keyframeEach: 30, intervals: 1, changed: 1, quantiser: 30, macroblocks: macroblocks, bits: bits)
        }
        #expect(unsettled(32_400, bits: 150_000) == "K1oooooo7oooooo7oooo")
        // With more bits, on a smaller screen, or once it is fine, as ever.
        let usual = "K11o21o21o21o21o21o2"
        #expect(unsettled(32_400, bits: 200_000) == usual)
        #expect(unsettled(8160, bits: 37_500) == usual)
        #expect(letters(10, keyframeEach: 30, intervals: 1, changed: 1, macroblocks: 32_400, bits: 150_000) == "K1ooooooo8")
    }

    /// It has the bits of all three, and so the text becomes fine as soon.
    @Test func whileSomebodyTypesOnWhatIsNotFineYetLibx264GetsTwoPicturesOfThree() {
        #expect(letters(13, keyframeEach: 10, intervals: 1, changed: 1, quantiser: 21) == "K11o21o21oK21")
        #expect(letters(8, keyframeEach: 10, intervals: 1, changed: 101, quantiser: 21) == "K1111111")
    }

    /// Of time libx264 learns with its next picture, as much as its buffer holds.
    @Test func libx264IsToldOfAllTheTimeThatItsBufferHolds() {
        #expect(letters(8, keyframeEach: 4, intervals: 6, quantiser: 21) == "KB66KB66")
        #expect(letters(8, keyframeEach: 4, intervals: 15, quantiser: 21) == "KCCCKCCC")
        #expect(letters(10, keyframeEach: 100, intervals: 15, changed: 1) == "KCoooooooC")
    }

    /// Lines that come into view are coarser the fewer bits there are.
    @Test(arguments: [(20.0, 51), (22, 49), (28, 38), (36, 25), (50, 11), (70, 0), (.infinity, 49)])
    func whatComesIntoViewIsCoarser(decibels: Double, quantiser: Int) {
        #expect(DeltaPacing.Quality(quantiser: 20, decibels: decibels).quantiserOfScrolled == quantiser)
    }

    @Test func whatChangesMuchIsLibx264s() {
        #expect(letters(6, keyframeEach: 100, intervals: 1, changed: 101) == "K11111")
        #expect(letters(6, keyframeEach: 100, intervals: 3, changed: 101) == "K53333")
        #expect(letters(6, keyframeEach: 100, intervals: 1, changed: 100) == "K1oooo")
    }

    /// However sharp libx264's last picture is; not behind a key frame, whose bits it would have guessed from nothing else.
    @Test func whatIsScrolledIsOursAndLibx264sInTurn() {
        var pacing = DeltaPacing(macroblocks: 1600)
        var letters = ""
        for number in 0..<8 {
            if number > 0, let most = pacing.mostBytesScrolled(changed: 200, bits: 100_000) {
                #expect(most == 12_500)
                pacing.wrote(intervals: 0.1)
                letters += "o"
            } else {
                _ = pacing.encoded(isKeyframe: number == 0, intervals: 1, bufferIntervals: 12)
                letters += number == 0 ? "K" : "1"
            }
        }
        #expect(letters == "K1o1o1o1")
        _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        #expect(pacing.mostBytesScrolled(changed: 201, bits: 100_000) == nil && pacing.mostBytesScrolled(changed: 200, bits: nil) != nil)
        pacing.failed()
        #expect(pacing.mostBytesScrolled(changed: 0, bits: 100_000) == nil)
    }

    @Test func afterFailureLibx264GetsSomePictures() {
        #expect(letters(24, keyframeEach: 100, intervals: 1, changed: 1, bytes: 6000).dropFirst() == "11111111111111111111111")
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: true, intervals: 1, bufferIntervals: 12)
        _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        #expect(pacing.mostBytes(changed: 1, bits: 100_000, quality: Self.fine, intervals: 1) == 5000)
        pacing.failed()
        for _ in 0..<8 {
            #expect(pacing.mostBytes(changed: 1, bits: 100_000, quality: Self.fine, intervals: 1) == nil)
            _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        }
        #expect(pacing.mostBytes(changed: 1, bits: 100_000, quality: Self.fine, intervals: 1) != nil)
    }

    /// Its quality is what was asked for from the first picture on.
    @Test func aConstantQualityIsNotWaitedFor() {
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        for isOurs in [true, true, false] {
            #expect((pacing.mostBytes(changed: 1, bits: nil, quality: Self.poor, intervals: 1) != nil) == isOurs)
            pacing.wrote(intervals: 0)
        }
        #expect(pacing.maySendAgain(changed: 0, bits: nil, quality: Self.poor))
    }

    /// A key frame that is blurred becomes better, and so does one of a screen on which something has changed.
    @Test func onlyAKeyframeThatIsFineAndShowsWhatIsThereIsSentAgain() {
        let pacing = DeltaPacing(macroblocks: 1600)
        #expect(pacing.maySendAgain(changed: 0, bits: 100_000, quality: Self.fine))
        #expect(!pacing.maySendAgain(changed: 1, bits: 100_000, quality: Self.fine))
        #expect(!pacing.maySendAgain(changed: 0, bits: 100_000, quality: Self.poor))
    }

    /// What is sent again and what is ours takes of the bits, of which libx264 is told what is left.
    @Test func whatOthersTookLibx264IsNotTold() {
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: true, intervals: 1, bufferIntervals: 12)
        pacing.sentAgain(intervals: 10, sendIntervals: 6, bufferIntervals: 12)
        #expect(pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12) == DeltaPacing.Span(intervals: 3, stretch: 5.0 / 3))
        pacing.wrote(intervals: 0.5)
        pacing.wrote(intervals: 0.5)
        #expect(pacing.encoded(isKeyframe: false, intervals: 3, bufferIntervals: 12) == DeltaPacing.Span(intervals: 2, stretch: 1))
        pacing.sentAgain(intervals: 1, sendIntervals: 6, bufferIntervals: 12)
        #expect(pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12) == DeltaPacing.Span(intervals: 1, stretch: 1))
    }

    /// The rest is told with the pictures that follow.
    @Test func libx264IsToldOfNoMoreTimeThanItsBufferBears() {
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: true, intervals: 1, bufferIntervals: 12)
        #expect(
            pacing.encoded(isKeyframe: false, intervals: 12, bufferIntervals: 12, most: 6) == DeltaPacing.Span(intervals: 3, stretch: 2))
        #expect(
            pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12, most: 0) == DeltaPacing.Span(intervals: 1, stretch: 1))
        #expect(pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12) == DeltaPacing.Span(intervals: 3, stretch: 7.0 / 3))
    }

    @Test func numbersFromOutsideDoNoHarm() {
        var pacing = DeltaPacing(macroblocks: 0)
        for intervals in [-1e300, 0, 1e300, .infinity] {
            #expect((1...3).contains(pacing.encoded(isKeyframe: false, intervals: intervals, bufferIntervals: 12).intervals))
        }
        for bits in [0, 1e300, Double.infinity] {
            #expect(pacing.mostBytes(changed: 0, bits: bits, quality: Self.fine, intervals: 1) != nil)
            pacing.wrote(intervals: bits)
            _ = pacing.encoded(isKeyframe: false, intervals: 1, bufferIntervals: 12)
        }
        #expect(pacing.mostBytes(changed: 0, bits: nil, quality: Self.fine, intervals: 1) != nil)
    }
}
