import Foundation
import TestBeds

/// The laboratory's table, with its bars.
struct LineTable {
    let rows: [(trace: LineTrace, contender: Contender, figures: LineFigures)]
    let failures: [String]
    let isAdaptive: Bool

    var text: String {
        var lines = [
            "| line | peer | reacts in | most encoded ÷ line | turns a minute | line used | frames missed | worst delay | delay < 1 s after a stall |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        for (trace, contender, figures) in rows {
            let fields = [
                trace.name, contender.rawValue, figures.reaction.map(LineFigures.seconds) ?? "–", String(format: "%.2f", figures.overshoot),
                String(format: "%.1f", figures.turnsPerMinute), String(format: "%.0f %%", figures.share * 100), "\(figures.missed)",
                LineFigures.seconds(figures.worstDelay), figures.calm.map(LineFigures.seconds) ?? "–",
            ]
            lines.append("| \(fields.joined(separator: " | ")) |")
        }
        let missedBars = rows.filter { $0.contender == .splitcast }.flatMap { bars(of: $0.trace, $0.figures) }
        return """
            A screen of 1280x720 in full motion at 30 frames a second, RTMP through a TCP line or SRT through a UDP line (Tests/Beds/Line; \
            the same in every run). Splitcast may use 500 to 4500 kbit/s and begins with 1500; ffmpeg sends 4500. The receiver stands behind \
            the line; delay is from drawn to decoded there. Reacts: until pictures become smaller, as encoded. Turns: of the encoded rate, \
            by more than a tenth. Used: of what the line carries up to the ceiling, from the 20th second on.

            \(isAdaptive ? "" : "**This build has no adaptive bit rate: the figures are those of a fixed one.**\n\n")\(lines.joined(separator: "\n"))

            \(trace)

            Bars: reacts in 1 s; 85 % of a steady line; 2 turns a minute on a steady line; delay under 1 s within 5 s after a stall. \
            \(missedBars.isEmpty ? "All met." : "Missed: " + missedBars.joined(separator: "; ") + ".")
            \(failures.map { "\n- failed: \($0)" }.joined())

            """
    }

    private var trace: String {
        var seen: Set<String> = []
        return rows.filter { seen.insert($0.trace.name).inserted }.map { "- \($0.trace.name): \($0.trace.words)." }.joined(separator: "\n")
    }

    private func bars(of trace: LineTrace, _ figures: LineFigures) -> [String] {
        var missed: [String] = []
        if let reaction = figures.reaction, reaction > 1 { missed.append("\(trace.name) reacts in \(LineFigures.seconds(reaction))") }
        if trace.isSteady, figures.share < 0.85 { missed.append(String(format: "\(trace.name) uses %.0f %%", figures.share * 100)) }
        if trace.isSteady, figures.turnsPerMinute > 2 { missed.append(String(format: "\(trace.name) turns %.1f times", figures.turnsPerMinute)) }
        if let calm = figures.calm, calm > 5 { missed.append("\(trace.name) is calm after \(LineFigures.seconds(calm))") }
        return missed
    }
}
