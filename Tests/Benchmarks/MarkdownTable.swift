/// A table as Markdown has it.
struct MarkdownTable {
    private var lines: [String]

    init(_ columns: String...) { lines = [Self.line(columns), "|" + String(repeating: "---|", count: columns.count)] }

    mutating func add(_ fields: [String]) { lines.append(Self.line(fields)) }

    private static func line(_ fields: [String]) -> String { "| \(fields.joined(separator: " | ")) |" }

    var text: String { lines.joined(separator: "\n") }
}
