import Platform

/// Puts a clip's pictures, shown at any times, on the grid of a frame rate: each interval shows the picture that was the newest at its middle.
/// A value.
struct ClipGrid {
    private let framesPerSecond: FrameRate
    /// Intervals that were filled.
    private(set) var count = 0

    init(framesPerSecond: FrameRate) { self.framesPerSecond = framesPerSecond }

    /// - Parameter time: when the next picture is shown, or the last one has been; counted from the clip's start.
    /// - Returns: for how many intervals more the picture before it is shown.
    mutating func advance(to time: Duration) -> Int {
        let before = count
        while framesPerSecond.time(of: Int64(count)) + framesPerSecond.interval / 2 < time { count += 1 }
        return count - before
    }
}
