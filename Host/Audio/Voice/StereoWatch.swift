/// Whether the right channel needs processing of its own: most microphones are mono, the same on both sides, and cost half.
///
/// Begins with the first quantum that differs, is heard once it has warmed up, ends after a second without a difference.
struct StereoWatch {
    private static let warmUpQuanta = 4
    private static let quantaToEnd = 100

    private(set) var isRunning = false
    /// Weight of the right channel's own processing at the start and the end of this quantum; the rest is the left's.
    private(set) var ownFrom: Float = 0
    private(set) var ownTo: Float = 0
    private var quanta = 0
    private var equalQuanta = 0

    /// Observes the next quantum; true when the right channel begins.
    mutating func observe(isDifferent: Bool) -> Bool {
        ownFrom = ownTo
        guard isRunning || isDifferent else { return false }
        let isBeginning = !isRunning
        if isBeginning { self = StereoWatch() }
        isRunning = true
        quanta += 1
        equalQuanta = isDifferent ? 0 : equalQuanta + 1
        ownTo = quanta > Self.warmUpQuanta && equalQuanta < Self.quantaToEnd ? 1 : 0
        if ownFrom == 0, ownTo == 0, equalQuanta >= Self.quantaToEnd { isRunning = false }
        return isBeginning
    }
}
