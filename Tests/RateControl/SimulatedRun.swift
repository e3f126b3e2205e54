import TestSupport

@testable import Delivery
@testable import RateControl

/// What became of a simulated stream, and the figures of the laboratory. Times in seconds.
struct SimulatedRun {
    let trace: LinkTrace
    var points: [SimulatedStream.Point] = []
    var reasons: [(time: Double, reason: BitRateDecision.Reason)] = []
    var events: [(time: Double, event: LinkEvent)] = []
    /// Of pictures, when they arrived.
    var delays: [(time: Double, delay: Double)] = []
    var dropped = 0
    private var slices: [Double] = []

    init(trace: LinkTrace) { self.trace = trace }

    mutating func arrived(bits: Double, at time: Double) {
        let index = Int(time * 10)
        while slices.count <= index { slices.append(0) }
        slices[index] += bits
    }

    /// What arrived, of what the link could have carried or the user allowed.
    func share(from start: Double, to end: Double, ceiling: Double = .infinity) -> Double {
        let bits = slices.enumerated().reduce(0) { $0 + (Double($1.offset) / 10 >= start && Double($1.offset) / 10 < end ? $1.element : 0) }
        var possible = 0.0
        for slice in Int(start * 10)..<Int(end * 10) {
            possible += min(trace.capacity(from: .milliseconds(slice * 100), to: .milliseconds(slice * 100 + 100)), ceiling / 10)
        }
        return bits / possible
    }

    /// How often the bit rate turned, from up to down or back.
    func turns(from start: Double, to end: Double) -> Int {
        var (turns, direction, last) = (0, 0, points.first?.bitRate ?? 0)
        for point in points {
            defer { last = point.bitRate }
            let step = (point.bitRate - last).signum()
            guard step != 0 else { continue }
            if direction != 0, step != direction, point.time >= start, point.time < end { turns += 1 }
            direction = step
        }
        return turns
    }

    /// The most turns in any minute after `start`.
    func mostTurns(after start: Double) -> Int {
        let end = points.last?.time ?? 0
        return stride(from: start, through: max(start, end - 60), by: 1).map { turns(from: $0, to: $0 + 60) }.max() ?? 0
    }

    /// From a moment until the bit rate was lowered; 0 when it was hardly more than the link then carries, `nil` when nothing happened within 10 s.
    func reaction(to moment: Double) -> Double? {
        var last = points.last { $0.time <= moment }?.bitRate ?? 0
        if Double(last + SimulatedStream.sound) <= 1.25 * trace.condition(at: .seconds(moment)).bitRate { return 0 }
        for point in points where point.time > moment && point.time < moment + 10 {
            if point.bitRate < last { return point.time - moment }
            last = point.bitRate
        }
        return nil
    }

    func worstDelay(from start: Double = 0, to end: Double = .infinity) -> Double {
        delays.filter { $0.time >= start && $0.time < end }.map(\.delay).max() ?? 0
    }

    /// From a moment until no picture came later than a second any more, for at least 5 s.
    func calm(after moment: Double) -> Double {
        let late = delays.last { $0.time >= moment && $0.time < moment + 15 && $0.delay > 1 }
        return late.map { $0.time - moment } ?? 0
    }
}
