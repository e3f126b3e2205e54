import Synchronization

/// What went over a line, in slices of 100 ms. One thread writes, any thread reads.
public final class LinkScenario: Sendable {
    public static let slice: Duration = .milliseconds(100)
    private let slices = Mutex<[Int]>([])

    func count(_ bytes: Int, at time: Duration) {
        let index = max(0, Int(time / Self.slice))
        slices.withLock { slices in
            while slices.count <= index { slices.append(0) }
            slices[index] += bytes
        }
    }

    /// Bits that arrived in between, counted from the line's start.
    public func bits(from start: Duration, to end: Duration) -> Double {
        slices.withLock { slices in
            let range = max(0, Int(start / Self.slice))..<max(0, Int(end / Self.slice))
            return Double(range.reduce(0) { $0 + ($1 < slices.count ? slices[$1] : 0) }) * 8
        }
    }
}
