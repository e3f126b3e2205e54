import Platform

/// Decides which pictures libx264 gets and which are written between them, and how long libx264 is told that its own last. A value; knows no
/// clock.
///
/// libx264 deals out its bits picture by picture, from a buffer (VBV) that fills with time. Of time without a picture of its own it learns by
/// pictures that last two or three frame intervals, and by a higher bit rate for a single picture. So the buffer of a still screen is full when
/// its next key frame comes, which is sharp at once then instead of after many more pictures.
struct DeltaPacing {
    /// What libx264 shows becomes better with each of its pictures, ours are only as good. More of ours than these, and it could not be told how
    /// long they take.
    static let mostInRow = 2
    /// Of all macroblocks, those that a picture of ours may change: libx264 knows motion, ours do not.
    static let mostChanged = 1.0 / 16
    /// Of what the bit rate has for a frame interval, the most that a picture of ours takes.
    private static let share = 0.4
    /// After a picture of ours that came to nothing, so many are not tried.
    private static let pauseCount = 8
    /// libx264 knows no picture that lasts longer, in frame intervals.
    private static let longest = 3
    /// How good a picture of libx264's is.
    struct Quality {
        /// Up to that, nothing is to be seen that more bits would make better; they would cost time.
        private static let fineQuantiser = 20
        /// What a page full of text has when it is as sharp as can be seen. Rows for which there were no bits left are far below.
        private static let fineDecibels = 44.0

        /// Whatever its quantiser: a screen on which little is drawn needs no small one.
        private static let surelyFineDecibels = 50.0

        /// With which it begins.
        let quantiser: Int
        /// PSNR of the brightness.
        let decibels: Double

        /// Above, pictures of ours would leave text blurred for which there are bits.
        var isFine: Bool { decibels >= Self.surelyFineDecibels || quantiser <= Self.fineQuantiser && decibels >= Self.fineDecibels }
    }

    private let macroblocks: Int
    /// Behind a key frame it is libx264's turn, which follows it up at once.
    private var inRow = mostInRow
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
    func mostBytes(changed: Int, bits: Double?, quality: Quality) -> Int? {
        guard inRow < Self.mostInRow, pause == 0, isLittle(changed) else { return nil }
        guard let bits else { return 64 + 4 * macroblocks }
        guard quality.isFine else { return nil }
        // A picture of which nothing changed needs some bytes too.
        return max(Int(clamping: min(bits, 1e9) * Self.share / 8), 64 + macroblocks / 64)
    }

    func isLittle(_ changed: Int) -> Bool { Double(changed) <= Double(macroblocks) * Self.mostChanged }

    /// A picture of ours was written.
    mutating func wrote() { inRow += 1 }

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
    /// - Returns: for how long libx264 shall reckon bits.
    mutating func encoded(isKeyframe: Bool, intervals: Double, bufferIntervals: Double) -> Span {
        pause = max(0, pause - 1)
        // More would run over.
        credit = min(credit + max(0, intervals), max(1, bufferIntervals))
        guard !isKeyframe else {
            (inRow, credit) = (Self.mostInRow, max(0, credit - 1))
            return Span(intervals: 1, stretch: 1)
        }
        inRow = 0
        let told = max(1, credit)
        let count = max(1, min(Self.longest, Int(clamping: told + 0.25)))
        credit = max(0, credit - told)
        return Span(intervals: count, stretch: max(1, told / Double(count)))
    }
}
