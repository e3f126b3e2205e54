/// Makes one rising series of times out of a source's own, which may be missing, jump, run backwards or begin again. A value.
struct Timeline {
    /// A longer way from one picture to the next is a jump, not a pause.
    private static let longestStep = Duration.seconds(60)

    private var own: Duration?
    private var placed: Duration?

    /// Where the next picture lies, counted from the first.
    ///
    /// - Parameters:
    ///   - time: the source's own; `nil` when it does not say.
    ///   - step: how far from the one before, where the source's times are of no use.
    mutating func place(_ time: Duration?, step: Duration) -> Duration {
        guard let placed else {
            (own, self.placed) = (time, .zero)
            return .zero
        }
        var way = step
        if let time, let own, time > own, time - own <= Self.longestStep { way = time - own }
        own = time
        self.placed = placed + way
        return placed + way
    }

    /// The source begins again: its next time has nothing to do with the last.
    mutating func restart() { own = nil }
}
