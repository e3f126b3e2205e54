import Foundation
import TestBeds

/// The figures of the laboratory. Times in seconds.
struct LineFigures: CustomStringConvertible {
    /// From a drop or the begin of a stall until pictures became smaller, at worst; infinite when they never did. `nil` where there was no need.
    let reaction: Double?
    /// The most that was encoded in 3 s, of what the line carried meanwhile, away from drops and stalls.
    let overshoot: Double
    /// Turns of the encoded rate a minute, up to down or back, by more than a tenth.
    let turnsPerMinute: Double
    /// After 20 s, of what the line could have carried up to the ceiling.
    let share: Double
    let missed: Int
    let worstDelay: Double
    /// From the end of a stall until no picture was later than a second, at worst.
    let calm: Double?

    /// What is sent beside the picture's bits.
    private static let extra = 1.03 * 128_000

    init(_ run: LineRun) {
        let trace = run.trace
        let end = trace.duration / .seconds(1)
        let delays = run.delays
        var reactions: [Double] = []
        var calms: [Double] = []
        var troubles: [ClosedRange<Double>] = [0...5]
        for event in trace.events {
            switch event {
            case .drop(let at):
                if let reaction = Self.reaction(run, to: at / .seconds(1)) { reactions.append(reaction) }
                troubles.append(at / .seconds(1) - 3...at / .seconds(1) + 5)
            case .stall(let from, let to):
                if let reaction = Self.reaction(run, to: from / .seconds(1)) { reactions.append(reaction) }
                calms.append(Self.calm(delays, after: to / .seconds(1)))
                troubles.append(from / .seconds(1) - 3...to / .seconds(1) + 5)
            case .rise: break
            }
        }
        (reaction, calm) = (reactions.max(), calms.max())
        overshoot =
            stride(from: 5.0, to: end - 3, by: 0.5).filter { start in !troubles.contains { $0.contains(start) } }.map { start in
                run.encoded(from: start, to: start + 3) / max(1, trace.capacity(from: .seconds(start), to: .seconds(start + 3)))
            }.max() ?? 0
        turnsPerMinute = Double(Self.turns(run, from: 20, to: end)) / (end - 20) * 60
        var possible = 0.0
        for slice in 200..<Int(end * 10) {
            let carried = trace.capacity(from: .milliseconds(slice * 100), to: .milliseconds(slice * 100 + 100))
            possible += min(carried, (Double(LineTrial.ceiling) + Self.extra) / 10)
        }
        share = run.course.bits(from: .seconds(20), to: .seconds(end)) / possible
        missed = StampTally(run.pictures.map { Stamp?.some($0.stamp) }).missed
        worstDelay = delays.filter { $0.time > 3 }.map(\.delay).max() ?? .infinity
    }

    /// Until the pictures between key frames are a sixth smaller than in the 3 s before; `nil` when they were hardly too large.
    private static func reaction(_ run: LineRun, to moment: Double) -> Double? {
        let carried = run.trace.condition(at: .seconds(moment)).bitRate
        guard run.encoded(from: moment - 3, to: moment) / 3 + extra > 1.25 * carried else { return nil }
        let plain = run.pictures.filter { !$0.isKeyframe }
        let before = plain.filter { $0.drawn > moment - 3 && $0.drawn <= moment }
        guard !before.isEmpty else { return .infinity }
        let usual = Double(before.reduce(0) { $0 + $1.bytes }) / Double(before.count)
        for time in stride(from: moment + 0.3, to: moment + 15, by: 0.05) {
            let window = plain.filter { $0.drawn > time - 0.3 && $0.drawn <= time }
            guard window.count > 1 else { continue }
            if Double(window.reduce(0) { $0 + $1.bytes }) / Double(window.count) < usual * 5 / 6 { return time - moment }
        }
        return .infinity
    }

    private static func calm(_ delays: [(time: Double, delay: Double)], after moment: Double) -> Double {
        guard delays.contains(where: { $0.time >= moment }) else { return .infinity }
        let last = delays.last { $0.time >= moment && $0.time < moment + 18 && $0.delay > 1 }
        return last.map { $0.time - moment } ?? 0
    }

    /// Of the encoded rate over 2 s.
    private static func turns(_ run: LineRun, from start: Double, to end: Double) -> Int {
        var (turns, direction) = (0, 0)
        var extreme: Double?
        for time in stride(from: start, to: end - 2, by: 0.5) {
            let rate = run.encoded(from: time, to: time + 2) / 2
            guard let last = extreme else {
                extreme = rate
                continue
            }
            if rate > last * 1.1 || rate < last * 0.9 {
                let step = rate > last ? 1 : -1
                if direction != 0, step != direction { turns += 1 }
                (direction, extreme) = (step, rate)
            } else if direction > 0 ? rate > last : direction < 0 ? rate < last : false {
                extreme = rate
            }
        }
        return turns
    }

    var description: String {
        let fields = [
            reaction.map { "reacts in \(Self.seconds($0))" }, String(format: "most %.2f of the line", overshoot),
            String(format: "%.1f turns a minute", turnsPerMinute), String(format: "%.0f %% used", share * 100), "\(missed) frames missed",
            "worst delay \(Self.seconds(worstDelay))", calm.map { "calm after \(Self.seconds($0))" },
        ]
        return fields.compactMap { $0 }.joined(separator: ", ")
    }

    static func seconds(_ value: Double) -> String { value.isFinite ? String(format: "%.1f s", value) : "never" }
}
