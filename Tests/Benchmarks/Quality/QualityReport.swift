/// How like the drawn pictures the received ones were, at each bit rate.
struct QualityReport {
    static let title = "Quality"
    /// What counts as equal.
    static let tolerance = 0.002

    struct Row {
        let workload: String
        let kilobits: Int
        let contender: Contender
        /// The mean over time.
        let similarity: Double
        /// What it was below for a twentieth of the time.
        let low: Double
        /// kb/s of video as received.
        let received: Double
        let cores: Double
    }

    var rows: [Row] = []
    var failures: [String] = []

    /// One for each of Splitcast's rows that a peer stands beside.
    var bars: [Bar] {
        rows.filter { $0.contender == .splitcast }.compactMap { ours in
            let peers = rows.filter { $0.contender != .splitcast && $0.workload == ours.workload && $0.kilobits == ours.kilobits }
            guard let best = peers.max(by: { $0.similarity < $1.similarity }) else { return nil }
            return Bar(
                words: "\(ours.workload) at \(ours.kilobits) kb/s: SSIM not below the best peer's (equal within \(Self.tolerance))",
                value: "\(ours.similarity.rounded(to: 4)) beside \(best.similarity.rounded(to: 4)) (\(best.contender.rawValue))",
                isMet: ours.similarity >= best.similarity - Self.tolerance)
        }
    }

    var table: String {
        var table = MarkdownTable(
            "workload", "kb/s", "peer", "SSIM, mean over time", "below for 5 % of it", "kb/s received", "CPU, cores")
        for row in rows {
            table.add(
                [row.workload, "\(row.kilobits)", row.contender.rawValue] + [row.similarity, row.low].map { $0.rounded(to: 4) }
                    + [row.received.rounded(to: 0), row.cores.rounded(to: 3)])
        }
        return table.text
    }

    var text: String {
        let problems = failures.isEmpty ? "" : "\n\nFailed runs:\n\n" + failures.map { "- \($0.prefix(300))" }.joined(separator: "\n")
        return table + "\n\n" + Bar.list(bars) + problems + "\n"
    }
}
