/// What two encodings by one host cost beside a host for each.
struct EncodingsReport {
    static let title = "Two encodings"
    static let mostOfSum = 1.1

    struct Row {
        let workload: String
        /// "main", "main + low".
        let encodings: [String]
        /// Mean of all runs.
        let cores: Double
        /// Frames due and delivered of each encoding, in all runs.
        let frames: [(due: Int, delivered: Int)]
    }

    var rows: [Row] = []
    var failures: [String] = []

    /// Cost ÷ the sum of what each costs alone; nil unless each was measured alone, on the same workload.
    func shareOfSum(_ row: Row) -> Double? {
        let alone = row.encodings.compactMap { name in rows.first { $0.workload == row.workload && $0.encodings == [name] }?.cores }
        guard row.encodings.count > 1, alone.count == row.encodings.count, alone.reduce(0, +) > 0 else { return nil }
        return row.cores / alone.reduce(0, +)
    }

    /// A cost that leaves frames out says nothing: no more than one in a hundred of any encoding may be missing.
    static func isWhole(_ row: Row) -> Bool { row.frames.allSatisfy { $0.delivered > 0 && $0.delivered * 100 >= $0.due * 99 } }

    var bars: [Bar] {
        rows.filter { $0.encodings.count > 1 }.map { row in
            let share = shareOfSum(row)
            let which = "\(row.workload), \(row.encodings.joined(separator: " + "))"
            return Bar(
                words: "\(which): at most \(Self.mostOfSum.rounded(to: 1)) × the sum of each alone, no frame in a hundred lost",
                value: (share?.rounded(to: 2) ?? "not measured") + (Self.isWhole(row) ? "" : ", with frames lost"),
                isMet: Self.isWhole(row) && share.map { $0 <= Self.mostOfSum } ?? false)
        }
    }

    var table: String {
        var table = MarkdownTable("workload", "encodings", "CPU of agent and host, cores", "÷ sum of each alone", "frames due", "delivered")
        for row in rows {
            let frames = [row.frames.map { "\($0.due)" }, row.frames.map { "\($0.delivered)" }].map { $0.joined(separator: ", ") }
            table.add(
                [row.workload, row.encodings.joined(separator: " + "), row.cores.rounded(to: 3), shareOfSum(row)?.rounded(to: 2) ?? "–"] + frames)
        }
        return table.text
    }

    var text: String {
        let problems = failures.isEmpty ? "" : "\n\nFailed runs:\n\n" + failures.map { "- \($0.prefix(300))" }.joined(separator: "\n")
        return table + "\n\n" + Bar.list(bars) + problems + "\n"
    }
}
