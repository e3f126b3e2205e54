import Platform

/// Gives pictures their presentation times: multiples of the frame interval after the first picture's, each later than the
/// one before.
///
/// Capture times jitter by some milliseconds, and players and tools that count in frames would see two pictures in one place.
/// A picture that comes when the next one is about due gets exactly that place, up to three quarters of an interval off;
/// after a pause it gets the place nearest to its capture time. The error never adds up: each place is reckoned from the
/// capture time, not from the place before.
struct PictureClock: Sendable {
    private static let tolerance = 0.75

    private var framesPerSecond: Int
    private var first: MediaTime?
    private var lastPlace: Int64 = 0

    init(framesPerSecond: Int) { self.framesPerSecond = framesPerSecond }

    /// Other places from the last picture on.
    mutating func change(framesPerSecond: Int) {
        if let first { (self.first, lastPlace) = (time(of: lastPlace, since: first), 0) }
        self.framesPerSecond = framesPerSecond
    }

    /// The time of the next place, which the next picture may take early by the tolerance; `nil` before the first picture.
    var nextPlaceTime: MediaTime? { first.map { time(of: lastPlace + 1, since: $0) } }

    /// The earliest time for the next picture: the frame rate is never exceeded over time.
    var earliestNext: MediaTime? {
        nextPlaceTime.map { $0 - .nanoseconds(Int64(Self.tolerance * 1e9 / Double(framesPerSecond))) }
    }

    /// Until when a picture may be captured and still get the next place; one that comes later leaves it empty.
    var latestNext: MediaTime? {
        nextPlaceTime.map { $0 + .nanoseconds(Int64(Self.tolerance * 1e9 / Double(framesPerSecond))) }
    }

    mutating func time(for captureTime: MediaTime) -> MediaTime {
        guard let first else {
            first = captureTime
            return captureTime
        }
        let exact = (captureTime - first).inSeconds * Double(framesPerSecond)
        let next = lastPlace + 1
        lastPlace = abs(exact - Double(next)) <= Self.tolerance ? next : max(next, Int64(exact.rounded()))
        return time(of: lastPlace, since: first)
    }

    private func time(of place: Int64, since first: MediaTime) -> MediaTime {
        first + .nanoseconds(place * 1_000_000_000 / Int64(framesPerSecond))
    }
}
