public import Platform

/// How much work goes into each picture on a machine that may be too slow for all of it: less before a picture is lost, and more again when
/// there has long been time for it. A return that failed makes the next one later. A value, fed several times a second with counters that
/// only grow; belongs to one thread.
public struct EffortController: Sendable {
    /// 0 for the most work, one more for each level below.
    public private(set) var level = 0
    /// What a picture took when it was last looked at; `nil` before.
    public private(set) var timePerPicture: Duration?
    /// What there is for one.
    public let budget: Duration
    private let levels: Int
    private typealias Sample = (time: MediaTime, pictures: UInt64, busy: Duration)
    /// Since the last change, as long as `span`, or as `fewest` pictures need, `longestSpan` at most.
    private var samples: [Sample] = []
    private var calmSince: MediaTime?
    private var returned: MediaTime?
    private var wait = Self.shortestWait

    static let span = Duration.milliseconds(300)
    /// With fewer pictures there is no saying: one of them may have been a key frame.
    static let fewest: UInt64 = 3
    /// A screen on which nothing changes still has two pictures a second.
    static let longestSpan = Duration.seconds(2)
    /// Of the budget: with more taken the next picture may come too late.
    static let tight = 0.85
    /// Of the budget: with so much taken one level down is not enough.
    static let hopeless = 1.7
    /// How much longer a picture may take one level up.
    static let growth = 1.6
    /// Of the budget: that much may be taken after a return.
    static let ample = 0.75
    /// Of the time: with less of it spent on encoding no picture waits for another, however long a single one takes.
    static let leastShare = 0.5
    static let shortestWait = Duration.seconds(5)
    static let longestWait = Duration.seconds(80)
    /// A return is a failure when it lasted less.
    static let proof = Duration.seconds(10)

    /// - Parameters:
    ///   - levels: 1 or more; with 1 nothing ever changes.
    ///   - framesPerSecond: 1...240.
    public init(levels: Int, framesPerSecond: FrameRate) {
        self.levels = max(1, levels)
        budget = framesPerSecond.interval
    }

    /// Nothing is left but to encode fewer pictures.
    public var isLeast: Bool { level == levels - 1 }

    /// - Parameters:
    ///   - pictures: encoded so far.
    ///   - busy: what they took, all together.
    ///   - mayRise: false while pictures are left out, which come back first.
    /// - Returns: whether `level` has changed.
    public mutating func handle(pictures: UInt64, busy: Duration, mayRise: Bool = true, at now: MediaTime) -> Bool {
        func tells(_ sample: Sample) -> Bool { pictures >= sample.pictures + Self.fewest }
        samples.append((now, pictures, busy))
        // One as old as the span is kept.
        while samples.count > 2, now - samples[1].time >= (tells(samples[1]) ? Self.span : Self.longestSpan) { samples.removeFirst() }
        guard levels > 1, let first = samples.first, now > first.time, tells(first) else { return false }
        let time = Duration.nanoseconds((busy - first.busy).inNanoseconds / Int64(clamping: pictures - first.pictures))
        timePerPicture = time
        let (taken, share) = (time / budget, (busy - first.busy) / (now - first.time))
        if taken > Self.tight, share >= Self.leastShare {
            calmSince = nil
            guard !isLeast else { return false }
            let isFailedReturn = returned.map { now - $0 < Self.proof } ?? false
            wait = isFailedReturn ? min(wait * 2, Self.longestWait) : Self.shortestWait
            return move(to: min(level + (taken > Self.hopeless ? 2 : 1), levels - 1), (now, pictures, busy))
        }
        guard level > 0, mayRise, taken * Self.growth < Self.ample else {
            calmSince = nil
            return false
        }
        calmSince = calmSince ?? now
        guard now - calmSince! >= wait else { return false }
        returned = now
        return move(to: level - 1, (now, pictures, busy))
    }

    private mutating func move(to level: Int, _ sample: Sample) -> Bool {
        // What was seen so far counts for this change alone.
        (self.level, samples, calmSince) = (level, [sample], nil)
        return true
    }
}
