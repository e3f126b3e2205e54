import Testing

@testable import Codec

@Suite struct DeltaPacingTests {
    /// What a picture of nothing new becomes, one letter each: a key frame, libx264's with its duration, ours.
    private func letters(_ count: Int, keyframeEach gop: Int, intervals: Double, changed: Int = 0, bytes: Int = 70, quantiser: Int = 30) -> String {
        var pacing = DeltaPacing(macroblocks: 1600)
        var letters = ""
        var gap = 0.0
        for number in 0..<count {
            gap += intervals
            if number % gop != 0, let most = pacing.mostBytes(changed: changed, bits: 100_000) {
                if bytes <= most {
                    pacing.wrote(bytes: bytes, bits: 100_000)
                    letters += "o"
                    continue
                }
                pacing.failed()
            }
            let duration = pacing.encoded(isKeyframe: number % gop == 0, intervals: gap, quantiser: quantiser)
            letters += number % gop == 0 ? "K" : "\(duration)"
            gap = 0
        }
        return letters
    }

    @Test func libx264FollowsUpAKeyframeAndThenEachThirdPicture() {
        #expect(letters(12, keyframeEach: 10, intervals: 1) == "K1oo3oo3ooK1")
    }

    @Test func aPictureThatLastsLongMayHaveThreeIntervals() {
        #expect(letters(8, keyframeEach: 4, intervals: 15) == "K3ooK3oo")
    }

    /// More bits would not be seen.
    @Test func whatIsFineGetsNoMoreThanItsInterval() {
        #expect(letters(8, keyframeEach: 4, intervals: 15, quantiser: 18) == "K1ooK1oo")
        #expect(letters(8, keyframeEach: 4, intervals: 15, quantiser: 19) == "K3ooK3oo")
    }

    @Test func whatChangesMuchIsLibx264s() {
        #expect(letters(6, keyframeEach: 100, intervals: 1, changed: 101) == "K11111")
        #expect(letters(6, keyframeEach: 100, intervals: 1, changed: 100) == "K1oo3o")
    }

    /// Each of ours takes a quarter of an interval: now and then libx264 gets less.
    @Test func whatOursCostIsTakenOff() {
        let text = letters(200, keyframeEach: 1000, intervals: 1, bytes: 3000)
        #expect(text.contains("2oo3oo"))
        let intervals = text.dropFirst().compactMap(\.wholeNumberValue).reduce(0, +)
        let ours = Double(text.count { $0 == "o" }) * 0.24
        #expect(Double(intervals) + ours <= 200 && Double(intervals) + ours > 194, "\(intervals) and \(ours)")
    }

    @Test func afterFailureLibx264GetsSomePictures() {
        #expect(letters(24, keyframeEach: 100, intervals: 1, bytes: 6000).dropFirst() == "11111111111111111111111")
        var pacing = DeltaPacing(macroblocks: 1600)
        _ = pacing.encoded(isKeyframe: true, intervals: 1, quantiser: 30)
        _ = pacing.encoded(isKeyframe: false, intervals: 1, quantiser: 30)
        #expect(pacing.mostBytes(changed: 0, bits: 100_000) == 5000)
        pacing.failed()
        for _ in 0..<8 {
            #expect(pacing.mostBytes(changed: 0, bits: 100_000) == nil)
            _ = pacing.encoded(isKeyframe: false, intervals: 1, quantiser: 30)
        }
        #expect(pacing.mostBytes(changed: 0, bits: 100_000) != nil)
    }

    @Test func numbersFromOutsideDoNoHarm() {
        var pacing = DeltaPacing(macroblocks: 0)
        for intervals in [-1e300, 0, 1e300, .infinity] {
            #expect((1...3).contains(pacing.encoded(isKeyframe: false, intervals: intervals, quantiser: 30)))
        }
        for bits in [0, 1e300, Double.infinity] {
            #expect(pacing.mostBytes(changed: 0, bits: bits) != nil)
            pacing.wrote(bytes: Int(Int32.max), bits: bits)
            _ = pacing.encoded(isKeyframe: false, intervals: 1, quantiser: 30)
        }
        #expect(pacing.mostBytes(changed: 0, bits: nil) != nil)
    }
}
