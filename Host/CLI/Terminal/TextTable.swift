import Control

/// Rows of text in columns, each as wide as its widest cell, numbers to the right. What a peer wrote cannot steer the terminal.
struct TextTable {
    enum Side { case left, right }

    let heading: [(title: String, side: Side)]
    var rows: [[String]] = []

    /// Lines, each after `indent`, without spaces at their end.
    func lines(indent: String = "") -> [String] {
        let titles = heading.map(\.title)
        let rows = rows.map { $0.map { PlainText.of($0) } }
        let widths = heading.indices.map { column in ([titles] + rows).map { $0[column].count }.max() ?? 0 }
        return ([titles] + rows).map { row in
            var line = indent
            for (column, cell) in row.enumerated() {
                let fill = String(repeating: " ", count: widths[column] - cell.count)
                line += (heading[column].side == .left ? cell + fill : fill + cell) + "  "
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
