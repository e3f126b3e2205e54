/// Finds the second of two keys of one name: of YAML's parser only the place of the first is known.
struct SecondKey {
    private let spellings: [[Character]]
    private let lines: [[Character]]

    init(_ name: String, in text: String) {
        spellings = [name, "'\(name)'", "\"\(name)\""].map(Array.init)
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(Array.init)
    }

    /// - Parameter first: where the first stands; lines and columns count from 1.
    /// - Returns: `nil` where it is not found, as of a name with escapes.
    func position(after first: (line: Int, column: Int)) -> (line: Int, column: Int)? {
        guard lines.indices.contains(first.line - 1), (1...lines[first.line - 1].count + 1).contains(first.column) else { return nil }
        let before = lines[first.line - 1].prefix(first.column - 1).last { !$0.isWhitespace }
        return before == "{" || before == "," ? inBraces(after: first) : below(first)
    }

    /// Keys of one mapping stand below one another.
    private func below(_ first: (line: Int, column: Int)) -> (line: Int, column: Int)? {
        for row in first.line..<lines.count {
            guard let start = lines[row].firstIndex(where: { !$0.isWhitespace }), lines[row][start] != "#" else { continue }
            if start < first.column - 1 { return nil }
            if start == first.column - 1, isKey(row, start) { return (row + 1, start + 1) }
        }
        return nil
    }

    /// Behind a comma, as deep as the first.
    private func inBraces(after first: (line: Int, column: Int)) -> (line: Int, column: Int)? {
        var (depth, quote, isKeyNext) = (0, Character?.none, false)
        for row in (first.line - 1)..<lines.count {
            for (column, letter) in lines[row].enumerated() where row >= first.line || column >= first.column {
                if isKeyNext, !letter.isWhitespace {
                    if isKey(row, column) { return (row + 1, column + 1) }
                    isKeyNext = false
                }
                if quote != nil {
                    if letter == quote { quote = nil }
                    continue
                }
                switch letter {
                case "'", "\"": quote = letter
                case "{", "[": depth += 1
                case "}", "]": depth -= 1
                case ",": isKeyNext = depth == 0
                default: break
                }
                if depth < 0 { return nil }
            }
        }
        return nil
    }

    private func isKey(_ row: Int, _ column: Int) -> Bool {
        let rest = lines[row][column...]
        return spellings.contains { rest.starts(with: $0) && rest.dropFirst($0.count).first { !$0.isWhitespace } == ":" }
    }
}
