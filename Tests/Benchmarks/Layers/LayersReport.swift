/// What a second source costs each peer, and what arrives.
struct LayersReport {
    static let title = "Two sources on one canvas"
    static let mostOfOne = 1.2

    struct Row {
        let workload: String
        let arrangement: Arrangement
        let contender: LayersContender
        /// Of all runs.
        let measurement: Measurement
    }

    var rows: [Row] = []
    var failures: [String] = []

    /// Cost ÷ that of the first source alone; `nil` unless that was measured on the same workload.
    func shareOfOne(_ row: Row) -> Double? {
        let one = rows.first { $0.workload == row.workload && $0.contender == row.contender && $0.arrangement == .one }
        guard row.arrangement != .one, let cores = one?.measurement.cores, cores > 0 else { return nil }
        return row.measurement.cores / cores
    }

    /// A cost that leaves frames out says nothing: no more than one in a hundred may be missing.
    static func isWhole(_ row: Row) -> Bool {
        let tally = row.measurement.tally
        return tally.delivered > 0 && tally.delivered * 100 >= tally.due * 99
    }

    var bars: [Bar] {
        rows.filter { $0.contender == .splitcast && $0.arrangement != .one }.map { row in
            let share = shareOfOne(row)
            return Bar(
                words:
                    "\(row.workload), \(row.arrangement.rawValue): at most \(Self.mostOfOne.rounded(to: 1)) × one source, no frame in a hundred lost",
                value: (share?.rounded(to: 2) ?? "not measured") + (Self.isWhole(row) ? "" : ", with frames lost"),
                isMet: Self.isWhole(row) && share.map { $0 <= Self.mostOfOne } ?? false)
        }
    }

    var table: String {
        var table = MarkdownTable(
            "workload", "layout", "peer", "CPU, cores", "÷ one source", "frames due", "delivered", "delay, median, ms", "95 %, ms")
        for row in rows {
            let ages = [0.5, 0.95].map { row.measurement.age(at: $0)?.inMilliseconds.rounded(to: 0) ?? "–" }
            table.add(
                [
                    row.workload, row.arrangement.rawValue, row.contender.rawValue, row.measurement.cores.rounded(to: 3),
                    shareOfOne(row)?.rounded(to: 2) ?? "–", "\(row.measurement.tally.due)", "\(row.measurement.tally.delivered)",
                ] + ages)
        }
        return table.text
    }

    var text: String {
        let problems = failures.isEmpty ? "" : "\n\nFailed runs:\n\n" + failures.map { "- \($0.prefix(300))" }.joined(separator: "\n")
        return table + "\n\n" + Bar.list(bars) + problems + "\n"
    }
}
