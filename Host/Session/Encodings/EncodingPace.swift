import Platform

/// Whether an encoding has time to spare, by what its last pictures took: then it may keep the canvas to itself while it encodes. A value.
struct EncodingPace: Sendable {
    /// Of the frame interval: more than the first makes it busy, less than the second no longer.
    private static let (busy, calm) = (0.5, 0.3)
    /// Of the newest picture in the mean.
    private static let weight = 0.1

    private(set) var isBusy = false
    private var interval: Double
    private var mean = 0.0

    /// - Parameter framesPerSecond: above 0.
    init(framesPerSecond: FrameRate) { interval = 1 / framesPerSecond.perSecond }

    mutating func limit(framesPerSecond: FrameRate) { interval = 1 / framesPerSecond.perSecond }

    mutating func encoded(in time: Duration) {
        mean += (time.inSeconds - mean) * Self.weight
        isBusy = mean > (isBusy ? Self.calm : Self.busy) * interval
    }
}
