import TestSupport

/// The laboratory's table, with its bars; what the figures mean is in `LinkFigures`.
struct LinkTable {
    typealias Row = (trace: LinkTrace, contender: Contender, figures: LinkFigures)

    let rows: [Row]
    let failures: [String]

    var text: String {
        var table = MarkdownTable(
            "line", "peer", "reacts in", "climbs in", "most encoded ÷ line", "turns a minute", "line used", "pictures a second", "frames missed",
            "worst delay",
            "longest still",
            "delay < 1 s after a stall", "bars")
        for row in rows {
            let figures = row.figures
            let missed = Self.bars(of: row).filter { !$0.isMet }.map(\.words)
            table.add([
                row.trace.name, row.contender.rawValue, figures.reaction.map(LinkFigures.seconds) ?? "–",
                figures.climb.map(LinkFigures.seconds) ?? "–", figures.overshoot.rounded(to: 2), figures.turnsPerMinute.rounded(to: 1),
                "\((figures.share * 100).rounded(to: 0)) %", figures.picturesPerSecond.rounded(to: 1), "\(figures.missed)",
                LinkFigures.seconds(figures.worstDelay), LinkFigures.seconds(figures.longestStill), figures.calm.map(LinkFigures.seconds) ?? "–",
                missed.isEmpty ? "met" : "missed: " + missed.joined(separator: ", "),
            ])
        }
        let ours = rows.filter { $0.contender == .splitcast }.flatMap { row in
            Self.bars(of: row).map { Bar(words: "\(row.trace.name), \($0.words)", value: $0.value, isMet: $0.isMet) }
        }
        return """
            A screen of 1280x720 in full motion at 30 frames a second, RTMP through a TCP line or SRT through a UDP line (Tests/Support/Links; \
            the same in every run). Splitcast may use 500 to 4500 kbit/s and begins with 1500; ffmpeg sends 4500. The receiver stands behind \
            the line; delay is from drawn to decoded there. Reacts: until pictures become smaller, as encoded. Climbs: \
            after a rise, until 85 % of what it then carries is used. Turns: of their size, by more \
            than a tenth. Used: of what the line carries up to the ceiling, from the 20th second on. Still: without a newer picture, the \
            line's own stalls included. How each is defined is in Lines/LinkFigures.swift.

            \(table.text)

            \(traces)

            Bars: reacts in 1 s; 85 % of a steady line; 2 turns a minute on a steady line; delay under 1 s within 5 s after a stall.

            \(Bar.list(ours))
            \(failures.map { "\n- failed: \($0)" }.joined())

            """
    }

    private var traces: String {
        var seen: Set<String> = []
        return rows.filter { seen.insert($0.trace.name).inserted }.map { "- \($0.trace.name): \($0.trace.words)." }.joined(separator: "\n")
    }

    private static func bars(of row: Row) -> [Bar] {
        let figures = row.figures
        var bars: [Bar] = []
        if let reaction = figures.reaction { bars.append(Bar(words: "reaction", value: LinkFigures.seconds(reaction), isMet: reaction <= 1)) }
        if row.trace.isSteady {
            bars.append(Bar(words: "line used", value: "\((figures.share * 100).rounded(to: 0)) %", isMet: figures.share >= 0.85))
            bars.append(Bar(words: "turns a minute", value: figures.turnsPerMinute.rounded(to: 1), isMet: figures.turnsPerMinute <= 2))
        }
        if let calm = figures.calm { bars.append(Bar(words: "delay after a stall", value: LinkFigures.seconds(calm), isMet: calm <= 5)) }
        return bars
    }
}
