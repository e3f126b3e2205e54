import Platform

@testable import Delivery
@testable import Preflight

/// A link that exists in numbers only: what is sent waits in a queue, passes at its rate, and is acknowledged a round trip later.
struct VirtualLink {
    /// Bits a second at a time since the start.
    var rate: @Sendable (Double) -> Double
    var roundTrip: Double = 0.02
    /// What is acknowledged though it has not passed: a provider's proxy.
    var hiddenBytes = 0.0
    /// The most that may wait; a sender stands still then.
    var roomBytes = 60_000.0
    /// Whether a sender that sends more than passes chokes the link by repeating itself, as SRT does.
    var chokes = false

    /// Runs a probe on it from its first sample to its end. No one waits: times are numbers.
    func run(_ probe: inout LinkProbe, trouble: (Double) -> Bool = { _ in false }) -> (ending: ProbeEnding, seconds: Double) {
        let (start, step) = (MediaTime(nanoseconds: 1_000_000_000), 0.01)
        var (waiting, passed, time) = (0.0, 0.0, 0.0)
        var acknowledged: [(at: Double, bytes: Double)] = []
        var delivered = 0.0
        while time < 60 {
            while let first = acknowledged.first, first.at <= time {
                delivered = first.bytes
                acknowledged.removeFirst()
            }
            let sample = ProbeSample(
                at: start + .nanoseconds(Int64(time * 1e9)), deliveredBytes: Int(delivered), roundTrip: .nanoseconds(Int64(roundTrip * 1e9)),
                isInTheWay: trouble(time))
            switch probe.handle(sample) {
            case .finished(let ending): return (ending, time)
            case .send(let wanted):
                waiting = min(max(waiting, roomBytes), waiting + Double(wanted) / 8 * step)
                let isChoked = chokes && waiting > 20_000
                let most = rate(time) / 8 * step * (isChoked ? 0.6 : 1)
                let now = min(waiting, most)
                (waiting, passed) = (waiting - now, passed + now)
                acknowledged.append((time + roundTrip, passed + min(waiting, hiddenBytes)))
            }
            time += step
        }
        return (.timeIsUp, time)
    }
}
