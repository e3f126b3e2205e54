/// Chooses the quantiser of key frames while little changes. A value, fed with libx264's key frames.
///
/// libx264 gives such a key frame all that its buffer (VBV) has: it begins far finer than can be seen, and has nothing left for the lower rows, which
/// the next picture has to put right. At one quantiser for all rows a page of text is as sharp as can be seen at once, with a third fewer bits
/// altogether, and most of the time that a page takes is theirs.
struct KeyframeQuantiser {
    /// Adaptive quantisation makes it some 6 coarser where there is text.
    static let page = 17
    /// Where bits are ample. Noise has 39 dB with `page`, which can be seen beside what libx264 makes of such bits, and 44 dB with this. Only where
    /// libx264 was as fine by itself: of rows that are to be finer than it would have them it makes some coarser again, by a guess at their bits.
    static let ample = 12
    private static let leastDecibels = DeltaPacing.Quality.fineDecibels
    /// What libx264 has reached itself where bits are ample.
    private static let ampleDecibels = 50.0
    /// For how long the bit rate may be busy with one: what changes meanwhile waits.
    static let longest = Duration.milliseconds(850)
    private static let longestOfAmple = longest / 2
    /// After one that was not worth it so many are libx264's, each time twice as many.
    private static let (shortestRest, longestRest) = (1, 256)

    /// `nil` to leave it to libx264.
    private(set) var choice: Int?
    private var rest = 0
    private var nextRest = Self.shortestRest

    /// A key frame was encoded.
    ///
    /// - Parameters:
    ///   - quantiser: with which it began.
    ///   - decibels: PSNR of its brightness.
    ///   - duration: for which the bit rate is busy with it.
    mutating func encoded(quantiser: Int, decibels: Double, duration: Duration) {
        guard choice == nil else {
            if decibels >= Self.leastDecibels, duration <= Self.longest {
                nextRest = Self.shortestRest
                if duration > Self.longestOfAmple { choice = Self.page }
                return
            }
            (choice, rest, nextRest) = (nil, nextRest, min(2 * nextRest, Self.longestRest))
            return
        }
        rest = max(0, rest - 1)
        // libx264 had bits for one, or nearly: by how it began, or by what came of it.
        let isNearlyFine = quantiser <= DeltaPacing.Quality.fineQuantiser || decibels >= Self.leastDecibels - 3
        guard rest == 0, isNearlyFine else { return }
        choice = decibels >= Self.ampleDecibels && duration <= Self.longestOfAmple ? Self.ample : Self.page
    }

    /// Another scene: what came of the last key frames says nothing about the next.
    mutating func forget() { self = KeyframeQuantiser() }
}
