import Platform
import Testing

@testable import Events

/// Whether the machine keeps up.
@Suite struct OverloadWatchTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    /// Looks every 200 ms at an encoder of `rate` pictures a second that take `milliseconds` each.
    private func look(
        _ watch: inout OverloadWatch, seconds: Double, from: Double, rate: Double, milliseconds: Double,
        _ state: inout (pictures: Double, busy: Double)
    ) -> [(at: Double, changes: EncoderEvent)] {
        var told: [(Double, EncoderEvent)] = []
        for step in 1...Int(seconds * 5) {
            let at = from + Double(step) * 0.2
            state.pictures += rate * 0.2
            state.busy += rate * 0.2 * milliseconds
            let changes = watch.changes(
                pictures: UInt64(state.pictures.rounded()), busy: .microseconds(Int64((state.busy * 1000).rounded())),
                at: start + .milliseconds(Int64(at * 1000)))
            if let changes { told.append((at, changes)) }
        }
        return told
    }

    @Test func tooSlowForTwoSecondsIsToldAndSoIsRelief() throws {
        var watch = OverloadWatch(framesPerSecond: 30)
        var state = (pictures: 0.0, busy: 0.0)
        #expect(look(&watch, seconds: 5, from: 0, rate: 30, milliseconds: 20, &state).isEmpty)
        let slow = look(&watch, seconds: 6, from: 5, rate: 20, milliseconds: 50, &state)
        let first = try #require(slow.first)
        #expect(slow.count == 1 && first.at > 6 && first.at <= 7.3, "\(slow)")
        guard case .overloaded(let time, let budget) = first.changes else {
            Issue.record("\(first.changes)")
            return
        }
        #expect(time > .milliseconds(33) && time <= .milliseconds(50) && budget == .nanoseconds(33_333_333))
        // A little below the budget is no relief.
        #expect(look(&watch, seconds: 5, from: 11, rate: 30, milliseconds: 30, &state).isEmpty && watch.isOverloaded)
        let quick = look(&watch, seconds: 5, from: 16, rate: 30, milliseconds: 10, &state)
        #expect(quick.count == 1 && !watch.isOverloaded)
    }

    @Test func aMomentIsNoOverloadAndNeitherIsAnIdleDesktop() {
        var watch = OverloadWatch(framesPerSecond: 30)
        var state = (pictures: 0.0, busy: 0.0)
        _ = look(&watch, seconds: 3, from: 0, rate: 30, milliseconds: 15, &state)
        #expect(look(&watch, seconds: 0.6, from: 3, rate: 20, milliseconds: 50, &state).isEmpty)
        #expect(look(&watch, seconds: 3, from: 3.6, rate: 30, milliseconds: 15, &state).isEmpty)
        #expect(look(&watch, seconds: 5, from: 6.6, rate: 0, milliseconds: 0, &state).isEmpty)
        #expect(look(&watch, seconds: 5, from: 11.6, rate: 2, milliseconds: 5, &state).isEmpty)
        // Beside other programs each of them takes long, and there is half a second for it.
        #expect(look(&watch, seconds: 5, from: 16.6, rate: 2, milliseconds: 33.8, &state).isEmpty)
    }
}
