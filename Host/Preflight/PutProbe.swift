import Platform

/// The decisions of an upload test that puts files: how large the next one is, and when it is enough. Knows no clock and no socket.
struct PutProbe {
    private static let first = 32 * 1024
    /// What one file should take: long enough to tell, short enough for several.
    private static let wanted: Duration = .milliseconds(800)
    /// Files that took less say little: most of it was asking and answering.
    private static let telling: Duration = .milliseconds(300)
    private let plan: ProbePlan
    /// Bits a second that the last telling file got.
    private var last: Double?
    private var next = Self.first
    private(set) var measured: Int?
    private(set) var isAtLeast = false
    private(set) var ending: ProbeEnding?

    init(_ plan: ProbePlan) { self.plan = plan }

    /// The size of the next file; `nil` when the test is over.
    mutating func nextBytes(after elapsed: Duration) -> Int? {
        guard ending == nil else { return nil }
        let left = (plan.span - elapsed).inSeconds
        // What cannot be finished in time is not begun.
        let possible = measured.map { Int(clamping: Double($0) / 8 * left * 0.8) } ?? Self.first
        guard left > 0.5, possible >= Self.first / 4 else {
            end(.timeIsUp)
            return nil
        }
        return min(next, possible)
    }

    /// A file that the server has taken whole.
    mutating func took(_ bytes: Int, _ span: Duration) {
        let rate = Double(bytes) * 8 / max(span.inSeconds, 0.000_1)
        let largest = Int(clamping: Double(plan.most) / 8 * Self.wanted.inSeconds)
        if rate >= Double(plan.most), bytes >= largest {
            (measured, isAtLeast) = (plan.most, true)
            end(.enough)
            return
        }
        measured = min(Int(clamping: rate), plan.most)
        isAtLeast = span < Self.telling
        if span >= Self.telling {
            if let last, max(rate, last) <= 1.15 * min(rate, last) || plan.isGentle { end(.full) }
            last = rate
        }
        next = min(largest, bytes * 8, max(Self.first / 2, Int(clamping: rate / 8 * Self.wanted.inSeconds)))
    }

    mutating func end(_ ending: ProbeEnding) { self.ending = self.ending ?? ending }
}
