import Platform

/// Frames and bits over the last second, from counters that only grow.
struct Rates: Sendable {
    private var samples: [(time: MediaTime, frames: UInt64, bytes: UInt64)] = []

    /// Frames a second.
    var fps: Double { rate { Double($0.frames) } }
    /// Bits a second.
    var bitRate: Double { rate { Double($0.bytes) * 8 } }

    /// To be called several times a second.
    mutating func add(at now: MediaTime, frames: UInt64, bytes: UInt64) {
        samples.append((now, frames, bytes))
        // One older than a second is kept, so that the span is a whole second.
        while samples.count > 2, now - samples[1].time >= .seconds(1) { samples.removeFirst() }
    }

    private func rate(_ value: ((time: MediaTime, frames: UInt64, bytes: UInt64)) -> Double) -> Double {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return 0 }
        return (value(last) - value(first)) / (last.time - first.time).inSeconds
    }
}
