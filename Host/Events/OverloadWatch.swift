package import Platform

/// Whether the machine keeps up with encoding: told when pictures took longer than there is time for over two seconds, one after the other, and when
/// they have taken clearly less for two. A value, fed several times a second with counters that only grow.
package struct OverloadWatch: Sendable {
    static let span = Duration.seconds(2)
    /// Of the budget: below this it keeps up again.
    package static let relief = 0.8
    /// Of the time: with less of it spent on encoding, no picture waits for another, however long a single one takes.
    static let leastShare = 0.5
    /// With fewer pictures in the span there is no saying.
    static let fewest: UInt64 = 2

    private let budget: Duration
    private var samples: [(time: MediaTime, pictures: UInt64, busy: Duration)] = []
    private(set) var isOverloaded = false
    /// What one took over the last span; `nil` until there was one.
    package private(set) var timePerPicture: Duration?

    /// - Parameter framesPerSecond: 1...240; as it is at the moment.
    package init(framesPerSecond: FrameRate) { budget = framesPerSecond.interval }

    /// - Parameters:
    ///   - pictures: encoded so far.
    ///   - busy: what they took, all together.
    package mutating func changes(pictures: UInt64, busy: Duration, at now: MediaTime) -> EncoderEvent? {
        samples.append((now, pictures, busy))
        // One as old as the span is kept.
        while samples.count > 2, now - samples[1].time >= Self.span { samples.removeFirst() }
        guard let first = samples.first, now - first.time >= Self.span, pictures >= first.pictures + Self.fewest else { return nil }
        let time = Duration.nanoseconds((busy - first.busy).inNanoseconds / Int64(pictures - first.pictures))
        timePerPicture = time
        let share = (busy - first.busy).inSeconds / (now - first.time).inSeconds
        guard isOverloaded ? time.inSeconds < budget.inSeconds * Self.relief : time > budget && share >= Self.leastShare else { return nil }
        isOverloaded.toggle()
        // What was seen so far counts for this event alone.
        samples = [(now, pictures, busy)]
        return isOverloaded ? .overloaded(perPicture: time, budget: budget) : .recovered(perPicture: time)
    }
}
