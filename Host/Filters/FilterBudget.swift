import Platform

/// What the filters of a source may take of the time between two pictures, and which of them is too slow. A value: it decides, the chain acts.
struct FilterBudget {
    /// Means are of so many pictures.
    static let pictures = 8
    /// One picture that takes as long as so many intervals is enough.
    static let worstIntervals = 4

    let interval: Duration
    private var times: [Int: [Noted]] = [:]

    private struct Noted {
        let time: Duration
        /// How much longer it took is not known.
        let isLonger: Bool
        /// What it counts as.
        let counted: Duration
    }

    init(interval: Duration) { self.interval = interval }

    /// Half of the interval, for all filters of a source together.
    var share: Duration { interval / 2 }

    /// What is known of it.
    func mean(of id: Int) -> Duration { mean(of: id, \.time) }

    /// Whether a picture took it longer than what is known.
    func isLonger(_ id: Int) -> Bool { times[id]?.contains(where: \.isLonger) == true }

    private func mean(of id: Int, _ part: KeyPath<Noted, Duration>) -> Duration {
        guard let own = times[id], !own.isEmpty else { return .zero }
        return own.reduce(.zero) { $0 + $1[keyPath: part] } / own.count
    }

    /// Notes what each filter took of one picture.
    ///
    /// - Parameter late: those that took longer than their time, which count as a whole interval.
    /// - Returns: the one that is too slow, and what a picture takes it: the one that takes most, where all take more than their share over several
    ///   pictures, or one takes far too long at once.
    mutating func note(_ taken: [(id: Int, time: Duration)], late: Set<Int> = []) -> (id: Int, time: Duration)? {
        for (id, time) in taken {
            let isLonger = late.contains(id)
            times[id, default: []].append(Noted(time: time, isLonger: isLonger, counted: isLonger ? interval : time))
            if times[id]!.count > Self.pictures { times[id]!.removeFirst() }
        }
        if let worst = taken.max(by: { $0.time < $1.time }), worst.time > interval * Self.worstIntervals { return worst }
        let known = taken.filter { times[$0.id]!.count == Self.pictures }.map { (id: $0.id, time: mean(of: $0.id, \.counted)) }
        guard known.reduce(.zero, { $0 + $1.time }) > share else { return nil }
        return known.max { $0.time < $1.time }.map { ($0.id, mean(of: $0.id)) }
    }

    /// What was noted of a filter tells nothing of what it is now.
    mutating func forget(_ id: Int) { times[id] = nil }
}
