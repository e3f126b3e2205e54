import Platform

/// Decides which pictures libx264 gets and which are written between them, and how long libx264 is told that its own last. A value; knows no
/// clock.
///
/// libx264 deals out its bits picture by picture, from a buffer (VBV) that fills with time. Of time without a picture of its own it learns by
/// pictures that last two or three frame intervals, and by a higher bit rate for a single picture. So the buffer of a still screen is full when
/// its next key frame comes, which is sharp at once then instead of after many more pictures.
///
/// A screen on which nothing changes any more costs libx264 nothing: all pictures between key frames are ours, and the key frame is sent again.
struct DeltaPacing {
    /// Ours repeat all that changed since libx264's last picture: the more of them, the more they cost.
    static let mostInRow = 7
    /// The same for a constant quality, where no bit rate limits that.
    static let mostInRowOfConstantQuality = 2
    /// The same where nothing changed: a picture's place (`DeltaHeader.orderBits`) has to be less than half of its range behind libx264's last.
    static let mostInRowUnchanged = 60
    /// While text is not as sharp as can be seen, one of ours comes after so many of libx264's, and the next one has the bits of both. That takes a
    /// third off the time of a typed-on 4K screen. With too few bits for sharp text, the steps towards it are coarser (SSIM 0.875 in place of 0.90).
    static let leastEncodedUntilFine = 2
    /// The same for what is scrolled: the further it moves between two of libx264's, the less libx264 finds it again.
    static let mostInRowScrolled = 1
    /// Of a large screen with too few bits for sharp text libx264 gets no picture sooner, in frame intervals: it spends the bits of all at once then.
    /// A typed-on 4K screen at 4500 kb/s takes a third less so, for the same SSIM (0.91). With twice the bit rate it would cost 0.011.
    static let leastIntervalsOfLarge = 7.0
    private static let (leastMacroblocksOfLarge, mostBitsOfLarge) = (16_000, 6.0)
    /// Of all macroblocks, those that a picture of ours may change: libx264 knows motion, ours do not, but for what is scrolled.
    static let mostChanged = 1.0 / 16
    /// The same for what comes in where something is scrolled.
    private static let mostChangedScrolled = 1.0 / 8
    /// Of what the bit rate has for a frame interval, the most that a picture of ours takes.
    private static let share = 0.4
    /// After a picture of ours that came to nothing, so many are not tried.
    private static let pauseCount = 8
    /// libx264 knows no picture that lasts longer, in frame intervals.
    private static let longest = 3
    /// How good a picture of libx264's is.
    struct Quality {
        /// Up to that, nothing is to be seen that more bits would make better; they would cost time.
        static let fineQuantiser = 20
        /// What a page full of text has when it is as sharp as can be seen. Rows for which there were no bits left are far below.
        static let fineDecibels = 44.0

        /// Whatever its quantiser: a screen on which little is drawn needs no small one.
        private static let surelyFineDecibels = 50.0
        /// Below, the bits do not suffice for text that is scrolled.
        private static let goodDecibels = 36.0

        /// With which it begins.
        let quantiser: Int
        /// PSNR of the brightness.
        let decibels: Double

        /// With which all of the picture would have as many decibels, were the errors spread evenly over steps of 0.625 × 2^(q ∕ 6) (ITU-T H.264,
        /// 8.5.9).
        private var evenQuantiser: Double { decibels.isFinite ? 62.8 - decibels : 51 }

        /// Of lines that come into view where something is scrolled: somewhat finer than what moves. They are seen for one frame interval and nothing
        /// refers to them, so they are the coarser the more each bit is worth in libx264's pictures.
        var quantiserOfScrolled: Int {
            min(51, max(0, Int(clamping: (evenQuantiser - 2 + 0.7 * max(0, Self.goodDecibels - decibels)).rounded())))
        }

        /// Above, pictures of ours would leave text blurred for which there are bits.
        var isFine: Bool { decibels >= Self.surelyFineDecibels || quantiser <= Self.fineQuantiser && decibels >= Self.fineDecibels }
    }

    private let macroblocks: Int
    /// Pictures of ours since libx264's last one.
    private var inRow = 0
    /// Pictures of libx264's since the last one of ours, or the last key frame.
    private var encodedInRow = 0
    /// libx264 had no picture since its last key frame.
    private var isBehindKeyframe = false
    private var pause = 0
    /// Time for which libx264 has not spent bits yet, in frame intervals.
    private var credit = 0.0

    init(macroblocks: Int) { self.macroblocks = macroblocks }

    /// How many bytes a picture of ours may have; `nil` where the picture is libx264's.
    ///
    /// - Parameters:
    ///   - changed: macroblocks that differ from libx264's last picture.
    ///   - bits: what the bit rate has for a frame interval; `nil` for a constant quality.
    ///   - quality: of libx264's last picture.
    ///   - intervals: frame intervals since libx264's last picture.
    func mostBytes(changed: Int, bits: Double?, quality: Quality, intervals: Double) -> Int? {
        let isFine = bits == nil || quality.isFine
        guard changed > 0 else { return isFine && inRow < Self.mostInRowUnchanged ? leastBytes : nil }
        guard isFine || encodedInRow >= Self.leastEncodedUntilFine || intervals < leastIntervals(bits) else { return nil }
        // Two key frames of libx264's, one behind the other, are a second one with too few bits: it guesses at them by the picture between.
        guard bits == nil || !isBehindKeyframe else { return nil }
        guard inRow < (bits == nil ? Self.mostInRowOfConstantQuality : Self.mostInRow), pause == 0, isLittle(changed) else { return nil }
        return mostBytes(bits, share: Self.share)
    }

    /// The same for a picture of which much was scrolled. What moves is as sharp as in libx264's last picture, however sharp that is.
    ///
    /// - Parameter changed: macroblocks that differ from libx264's last picture, without those that moved in it.
    func mostBytesScrolled(changed: Int, bits: Double?) -> Int? {
        guard inRow < Self.mostInRowScrolled, pause == 0, bits == nil || !isBehindKeyframe else { return nil }
        return Double(changed) <= Double(macroblocks) * Self.mostChangedScrolled ? mostBytes(bits, share: 1) : nil
    }

    /// Frame intervals that libx264 waits for bits while text is not as sharp as can be seen.
    private func leastIntervals(_ bits: Double?) -> Double {
        guard let bits, macroblocks >= Self.leastMacroblocksOfLarge, bits < Self.mostBitsOfLarge * Double(macroblocks) else { return 0 }
        return Self.leastIntervalsOfLarge
    }

    /// A picture of which nothing changed needs some too.
    private var leastBytes: Int { 64 + macroblocks / 64 }

    private func mostBytes(_ bits: Double?, share: Double) -> Int {
        bits.map { max(Int(clamping: min($0, 1e9) * share / 8), leastBytes) } ?? 64 + 4 * macroblocks
    }

    func isLittle(_ changed: Int) -> Bool { Double(changed) <= Double(macroblocks) * Self.mostChanged }

    /// A picture of ours was written.
    ///
    /// - Parameter intervals: for how many frame intervals the bit rate needs to send it; 0 for a constant quality.
    mutating func wrote(intervals: Double) {
        (inRow, encodedInRow) = (inRow + 1, 0)
        credit -= intervals
    }

    /// Whether a key frame that is due may be libx264's last picture once more, which was one.
    ///
    /// - Parameters: as those of `mostBytes`.
    func maySendAgain(changed: Int, bits: Double?, quality: Quality) -> Bool { changed == 0 && (bits == nil || quality.isFine) }

    /// libx264's last picture was sent again.
    ///
    /// - Parameters:
    ///   - intervals: frame intervals since libx264's last picture, or since it was sent again.
    ///   - sendIntervals: for how many frame intervals the bit rate needs to send it; 0 for a constant quality.
    mutating func sentAgain(intervals: Double, sendIntervals: Double, bufferIntervals: Double) {
        inRow = 0
        credit = max(0, min(credit + max(0, intervals) - sendIntervals, max(1, bufferIntervals)))
    }

    /// A picture that stands for one of libx264's was sent.
    mutating func spent(intervals: Double) { credit -= intervals }

    /// A picture of ours came to more than it may have.
    mutating func failed() { pause = Self.pauseCount }

    /// For how long libx264 shall reckon bits: so many frame intervals, each so much longer than its frame rate says.
    struct Span: Equatable {
        /// 1...3.
        var intervals: Int
        var stretch: Double
    }

    /// A picture is libx264's.
    ///
    /// - Parameters:
    ///   - intervals: frame intervals since the one before.
    ///   - bufferIntervals: frame intervals that fill libx264's buffer (VBV).
    ///   - most: more than so many the buffer does not bear (`VBVFill`); what is left is told with the pictures that follow.
    /// - Returns: for how long libx264 shall reckon bits.
    mutating func encoded(isKeyframe: Bool, intervals: Double, bufferIntervals: Double, most: Double = .infinity) -> Span {
        pause = max(0, pause - 1)
        (encodedInRow, isBehindKeyframe) = (isKeyframe ? 0 : encodedInRow + 1, isKeyframe)
        // More would run over.
        credit = min(credit + max(0, intervals), max(1, bufferIntervals))
        guard !isKeyframe else {
            (inRow, credit) = (0, max(0, credit - 1))
            return Span(intervals: 1, stretch: 1)
        }
        inRow = 0
        let told = max(1, min(credit, most))
        let count = max(1, min(Self.longest, Int(clamping: told + 0.25)))
        credit = max(0, credit - told)
        return Span(intervals: count, stretch: max(1, told / Double(count)))
    }
}
