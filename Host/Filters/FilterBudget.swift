import Platform

/// What the filters of a source may take of the time between two pictures, and which of them is too slow. A value: it decides, the chain acts.
struct FilterBudget {
    /// Means are of so many pictures.
    static let pictures = 8
    /// One picture that takes as long as so many intervals is enough.
    static let worstIntervals = 4

    let interval: Duration
    private var times: [Int: [Duration]] = [:]

    init(interval: Duration) { self.interval = interval }

    /// Half of the interval, for all filters of a source together.
    var share: Duration { interval / 2 }

    func mean(of id: Int) -> Duration {
        guard let own = times[id], !own.isEmpty else { return .zero }
        return own.reduce(.zero, +) / own.count
    }

    /// Notes what each filter took of one picture.
    ///
    /// - Returns: the one that is too slow, and what a picture takes it: the one that takes most, where all take more than their share over several
    ///   pictures, or one takes far too long at once.
    mutating func note(_ taken: [(id: Int, time: Duration)]) -> (id: Int, time: Duration)? {
        for (id, time) in taken {
            times[id, default: []].append(time)
            if times[id]!.count > Self.pictures { times[id]!.removeFirst() }
        }
        if let worst = taken.max(by: { $0.time < $1.time }), worst.time > interval * Self.worstIntervals { return worst }
        let known = taken.filter { times[$0.id]!.count == Self.pictures }.map { (id: $0.id, time: mean(of: $0.id)) }
        guard known.reduce(.zero, { $0 + $1.time }) > share else { return nil }
        return known.max { $0.time < $1.time }
    }

    /// What was noted of a filter tells nothing of what it is now.
    mutating func forget(_ id: Int) { times[id] = nil }
}
