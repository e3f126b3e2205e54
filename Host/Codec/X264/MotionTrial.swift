/// Finds out whether another way to encode serves the motion that is encoded now, by trying it. A value, fed with libx264's pictures.
///
/// At the same bit rate the PSNR of the brightness says what it is worth.
struct MotionTrial {
    struct Kind {
        /// Pictures that are compared, with each way.
        let span: Int
        /// Pictures that say nothing: the first ones of a stream have bits to spare.
        let leadIn: Int
        /// In decibels, of averages: with so much more the other way is kept.
        let leastGain: Double
        /// It is tried only below, of averages.
        let mostDecibels: Double
        /// By that much may the average fall, for whatever reason, before the other way is given up.
        let mostFall: Double
        /// By that much may it rise.
        let mostRise: Double

        /// A coarser search, where it costs nothing. It saves a quarter of the time; on waves and hard edges in full motion it is no worse (SSIM at
        /// 2.5 Mb/s 0.952 instead of 0.948), noise loses 0.004, and text that scrolls a tenth or more. Two seconds, as long as the usual GOP, since
        /// pictures get better from a key frame on.
        static let coarserSearch = Kind(span: 60, leadIn: 30, leastGain: -0.06, mostDecibels: .infinity, mostFall: 1.5, mostRise: .infinity)
        /// Pictures that refer to none, where motion is found nowhere in the picture before and bits are so few that hardly anything of a picture is
        /// corrected. With more bits it is the other way round.
        static let withoutReference = Kind(span: 30, leadIn: 15, leastGain: 0.3, mostDecibels: 30, mostFall: .infinity, mostRise: 1.5)
    }

    /// By so many decibels a single picture ends a trial, and what came of it: text scrolls, or another scene has begun.
    static let mostDrop = 5.0
    private static let mostWaits = 64

    private enum Phase {
        case usual
        /// Since the average in the usual way was so many decibels.
        case trying(Double)
        /// It served, at so many decibels.
        case kept(Double)
    }

    private let kind: Kind
    private var phase = Phase.usual
    private var sum = 0.0
    private var count: Int
    /// Pictures in the usual way before the other one is tried: each time that it did not serve, twice as many.
    private var wait: Int
    private var waited = 0

    init(of kind: Kind) { (self.kind, count, wait) = (kind, -kind.leadIn, kind.span) }

    /// Whether the other way is to be used.
    var isOther: Bool { if case .usual = phase { false } else { true } }

    /// Whether that is not decided yet.
    var isTrying: Bool { if case .trying = phase { true } else { false } }

    /// A picture other than a key frame was encoded, of which much changed that was not scrolled.
    mutating func note(decibels: Double) {
        count += 1
        guard count > 0 else { return }
        let decibels = min(decibels, 60)
        sum += decibels
        switch phase {
        case .usual:
            waited += 1
            guard let average = take(), waited >= wait, average < kind.mostDecibels else { return }
            phase = .trying(average)
        case .trying(let before):
            if decibels < before - Self.mostDrop { return fail() }
            guard let average = take() else { return }
            if average < before + kind.leastGain { fail() } else { phase = .kept(average) }
        case .kept(let reference):
            if decibels < reference - Self.mostDrop { return fail() }
            guard let average = take() else { return }
            if average < reference - kind.mostFall || average > reference + kind.mostRise { fail() }
        }
    }

    /// What is shown needs the usual way: a page, or text that scrolls.
    mutating func end() { (phase, waited, sum, count) = (.usual, 0, 0, 0) }

    /// The average of the pictures since the last one, where they are enough.
    private mutating func take() -> Double? {
        guard count == kind.span else { return nil }
        defer { (sum, count) = (0, 0) }
        return sum / Double(kind.span)
    }

    private mutating func fail() {
        wait = min(2 * wait, Self.mostWaits * kind.span)
        end()
    }
}
