/// A command of an example, taken apart as a shell does: quotes, remarks, and what stands behind `|` and `;`.
struct ShellLine: Hashable, CustomStringConvertible {
    let arguments: [String]

    var description: String { arguments.joined(separator: " ") }
    var program: String { arguments.first ?? "" }

    /// The commands of a line; `…` at its end is left out.
    static func commands(of line: String) -> [ShellLine] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        func isEnd(_ character: Character) -> Bool { character == " " || character == "|" || character == ";" }
        func finish() {
            if let done = word, done != "…" { commands[commands.count - 1].append(done) }
            word = nil
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if character == "#", word == nil {
                break
            } else if isEnd(character) {
                finish()
                if character != " " { commands.append([]) }
            } else {
                word = (word ?? "") + String(character)
            }
        }
        finish()
        return commands.filter { !$0.isEmpty }.map(ShellLine.init)
    }
}
