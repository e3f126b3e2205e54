import Platform

/// When the last pictures that an encoder got were captured: one that it holds comes out with the next. A value.
struct CaptureTimes {
    private static let capacity = 8
    private var entries: [(pts: MediaTime, time: MediaTime)] = []
    private var next = 0

    init() { entries.reserveCapacity(Self.capacity) }

    mutating func note(_ time: MediaTime, of pts: MediaTime) {
        if entries.count < Self.capacity { entries.append((pts, time)) } else { entries[next] = (pts, time) }
        next = (next + 1) % Self.capacity
    }

    /// - Parameter pts: of a packet, to the millisecond; `nil` where that picture is long gone, or none of the encoder's.
    func time(of pts: MediaTime) -> MediaTime? {
        entries.first { $0.pts - pts < .milliseconds(1) && pts - $0.pts < .milliseconds(1) }?.time
    }
}
