import Fixtures
import Foundation

/// RESULTS.md: one part for each benchmark, each beginning with a heading of the first order and replaced as a whole.
struct ResultsPage {
    static let usualPath = "Tests/Benchmarks/RESULTS.md"

    private var parts: [(title: String, body: String)] = []

    init(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") {
                parts.append((String(line.dropFirst(2)), ""))
            } else if !parts.isEmpty {
                parts[parts.count - 1].body += line + "\n"
            }
        }
    }

    /// Writes one part of the page at `path`, below where it was measured; does nothing without a path.
    static func put(_ title: String, _ text: String, into path: String?, withMachine: Bool = true) throws {
        guard let path else { return }
        var page = ResultsPage(textOfFile(path))
        page.replace(title, with: withMachine ? "\(Machine.description)\n\n" + text : text)
        try page.text.write(toFile: path, atomically: true, encoding: .utf8)
        sayProgress("written to \(path)")
    }

    /// Puts `body` under the heading `title`: in its old place, else at the end.
    mutating func replace(_ title: String, with body: String) {
        if let index = parts.firstIndex(where: { $0.title == title }) { parts[index].body = body } else { parts.append((title, body)) }
    }

    var text: String {
        parts.map { part in
            let body = part.body.split(separator: "\n", omittingEmptySubsequences: false)
            let first = body.firstIndex { !$0.isEmpty } ?? body.startIndex
            let last = body.lastIndex { !$0.isEmpty } ?? body.startIndex
            return "# \(part.title)\n\n" + (body.isEmpty ? "" : body[first...last].joined(separator: "\n")) + "\n"
        }.joined(separator: "\n")
    }
}
