import Foundation
import TestSupport

/// The figures of the laboratory, and how each is defined. Times in seconds. "Encoded" is what reached the other side, each picture
/// with the size that its encoder gave it and the moment at which it was drawn: no line changes either.
struct LinkFigures: CustomStringConvertible {
    /// From a drop or the begin of a stall until the encoder gave pictures a sixth less, at worst over all of them: the mean size between
    /// key frames over 0.3 s, against that of the 3 s before, and it stays below for the second that follows. 0.3 s is the
    /// least that can be seen. Infinite when it never came within 15 s; `nil` where there was no need: what was encoded fitted.
    let reaction: Double?
    /// From a rise until what arrives in 2 s is 85 % of what the line carries up to the ceiling, at worst; infinite when it never was before
    /// the end, `nil` on a line that does not rise.
    let climb: Double?
    /// The most that was encoded in 3 s, of what the line carried meanwhile; from the 5th second on, without the 3 s before and the 5 s
    /// after a drop or a stall, in which no one can do better.
    let overshoot: Double
    /// How often a minute pictures turned from growing to shrinking or back, by more than a tenth: their mean size between key frames
    /// over 2 s; from the 20th second on. Sizes and not bits a second, which also turn where a busy machine misses frames.
    let turnsPerMinute: Double
    /// What arrived behind the line (sound and packaging too), of what it could have carried up to the ceiling; from the 20th second on.
    let share: Double
    /// Received, from the 20th second on: far below 30 on a line that is wide enough, and the machine was too busy for the rest to count.
    let picturesPerSecond: Double
    /// Of the stimulus's frames, between the first and the last received: dropped anywhere, or never captured.
    let missed: Int
    /// How old a picture was when it was decoded behind the line, at worst; from the 5th second on.
    let worstDelay: Double
    /// The longest time in which a viewer saw no newer picture; from the 5th second on. What the line itself stood still is in it.
    let longestStill: Double
    /// From the end of a stall until what a viewer sees is less than a second old and stays so, at worst (`LinkView.calm`).
    let calm: Double?

    /// What is sent beside the picture's bits: sound and its packaging.
    private static let extra = 1.03 * 128_000

    init(_ run: LinkRun) {
        let trace = run.trace
        let end = trace.duration / .seconds(1)
        let view = LinkView(run.delays, end: end)
        var reactions: [Double] = []
        var calms: [Double] = []
        var climbs: [Double] = []
        var troubles: [ClosedRange<Double>] = []
        let starts = trace.events.compactMap(\.troubleStart)
        for event in trace.events {
            switch event {
            case .drop(let at):
                if let reaction = Self.reaction(run, to: at / .seconds(1)) { reactions.append(reaction) }
                troubles.append(at / .seconds(1) - 3...at / .seconds(1) + 5)
            case .stall(let from, let to):
                if let reaction = Self.reaction(run, to: from / .seconds(1)) { reactions.append(reaction) }
                let over = to / .seconds(1)
                calms.append(view.calm(after: over, until: starts.first { $0 > over } ?? end))
                troubles.append(from / .seconds(1) - 3...over + 5)
            case .rise(let at): climbs.append(Self.climb(run, from: at / .seconds(1)))
            }
        }
        (reaction, calm, climb) = (reactions.max(), calms.max(), climbs.max())
        overshoot =
            stride(from: 5.0, to: end - 3, by: 0.5).filter { start in !troubles.contains { $0.contains(start) } }.map { start in
                run.encoded(from: start, to: start + 3) / max(1, trace.capacity(from: .seconds(start), to: .seconds(start + 3)))
            }.max() ?? 0
        turnsPerMinute = Double(Self.turns(run, from: 20, to: end)) / (end - 20) * 60
        share = run.scenario.bits(from: .seconds(20), to: .seconds(end)) / Self.possible(trace, from: 20, to: end)
        picturesPerSecond = Double(run.pictures.count { $0.drawn >= 20 && $0.drawn < end }) / (end - 20)
        missed = StampTally(run.pictures.map { Stamp?.some($0.stamp) }).missed
        (worstDelay, longestStill) = (view.worstDelay(from: 5), view.longestStill(from: 5))
    }

    private static func reaction(_ run: LinkRun, to moment: Double) -> Double? {
        let carried = run.trace.condition(at: .seconds(moment)).bitRate
        guard run.encoded(from: moment - 3, to: moment) / 3 + extra > 1.25 * carried else { return nil }
        guard let usual = run.meanSize(from: moment - 3, to: moment) else { return .infinity }
        return stride(from: moment + 0.3, to: moment + 15, by: 0.05).first { time in
            guard let now = run.meanSize(from: time - 0.3, to: time), now < usual * 5 / 6 else { return false }
            // One small picture more or less is no reaction; where none follow, they are smaller still.
            return (run.meanSize(from: time, to: time + 1) ?? 0) < usual * 5 / 6
        }.map { $0 - moment } ?? .infinity
    }

    /// What could have arrived in between, with the ceiling, in bits.
    private static func possible(_ trace: LinkTrace, from start: Double, to end: Double) -> Double {
        (Int(start * 10)..<Int(end * 10)).reduce(0) { sum, slice in
            let carried = trace.capacity(from: .milliseconds(slice * 100), to: .milliseconds(slice * 100 + 100))
            return sum + min(carried, (Double(LinkTrial.ceiling) + extra) / 10)
        }
    }

    private static func climb(_ run: LinkRun, from moment: Double) -> Double {
        let end = run.trace.duration / .seconds(1)
        return stride(from: moment + 2, to: end, by: 0.1).first { time in
            run.scenario.bits(from: .seconds(time - 2), to: .seconds(time)) >= 0.85 * possible(run.trace, from: time - 2, to: time)
        }.map { $0 - moment } ?? .infinity
    }

    private static func turns(_ run: LinkRun, from start: Double, to end: Double) -> Int {
        var (turns, direction) = (0, 0)
        var extreme: Double?
        for time in stride(from: start, to: end - 2, by: 0.5) {
            guard let size = run.meanSize(from: time, to: time + 2) else { continue }
            guard let last = extreme else {
                extreme = size
                continue
            }
            if size > last * 1.1 || size < last * 0.9 {
                let step = size > last ? 1 : -1
                if direction != 0, step != direction { turns += 1 }
                (direction, extreme) = (step, size)
            } else if direction > 0 ? size > last : direction < 0 ? size < last : false {
                extreme = size
            }
        }
        return turns
    }

    var description: String {
        let fields = [
            reaction.map { "reacts in \(Self.seconds($0))" }, climb.map { "climbs in \(Self.seconds($0))" },
            "most \(overshoot.rounded(to: 2)) of the line",
            "\(turnsPerMinute.rounded(to: 1)) turns a minute", "\((share * 100).rounded(to: 0)) % used",
            "\(picturesPerSecond.rounded(to: 1)) pictures a second", "\(missed) frames missed",
            "worst delay \(Self.seconds(worstDelay))", "still for \(Self.seconds(longestStill))", calm.map { "calm after \(Self.seconds($0))" },
        ]
        return fields.compactMap { $0 }.joined(separator: ", ")
    }

    static func seconds(_ value: Double) -> String { value.isFinite ? "\(value.rounded(to: 1)) s" : "never" }
}

extension LinkTrace.Event {
    /// When something is to be noticed that makes pictures late, in seconds.
    fileprivate var troubleStart: Double? {
        switch self {
        case .drop(let at): at / .seconds(1)
        case .stall(let from, _): from / .seconds(1)
        case .rise: nil
        }
    }
}
