import Foundation

/// A Markdown page of the project, as far as tests read one: headings, code, links.
struct MarkdownDocument {
    /// From the top of the project, as in `Host/MANUAL.md`.
    let path: String
    private(set) var headings: [Heading] = []
    /// The lines of code blocks, fenced or indented.
    private(set) var codeLines: [String] = []
    /// What stands between backticks in a line of text.
    private(set) var inlineCode: [String] = []
    private(set) var links: [Link] = []
    /// The text of each section: from its heading to the next one of any level.
    private(set) var sections: [String] = []

    struct Heading: Hashable {
        let level: Int
        let title: String
        var anchor: String { MarkdownDocument.anchor(title) }
    }

    struct Link: Hashable {
        let text: String
        let target: String
    }

    static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reads a page of the project.
    init(_ path: String) throws { self.init(path, try String(contentsOf: Self.top.appendingPathComponent(path), encoding: .utf8)) }

    init(_ path: String, _ text: String) {
        self.path = path
        var isFenced = false
        var section = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                isFenced.toggle()
            } else if isFenced || line.hasPrefix("    ") {
                codeLines.append(line)
            } else if let match = line.wholeMatch(of: /(#+) (.*)/) {
                headings.append(Heading(level: match.1.count, title: String(match.2)))
                sections.append(section)
                section = ""
            } else {
                inlineCode += line.matches(of: /`((?:[^`\\]|\\.)+)`/).map { $0.1.replacingOccurrences(of: "\\|", with: "|") }
                let text = line.replacing(/`[^`]*`/, with: "")
                links += text.matches(of: /\[([^\]]*)\]\(([^)]+)\)/).map { Link(text: String($0.1), target: String($0.2)) }
            }
            section += line + "\n"
        }
        sections.append(section)
    }

    /// Where GitHub puts a heading.
    static func anchor(_ title: String) -> String {
        String(title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.map { $0 == " " ? "-" : $0 })
    }

    /// Links that lead nowhere.
    ///
    /// - Parameter exists: whether there is a file or folder at a path from the top.
    func brokenLinks(_ exists: (String) -> Bool = { FileManager.default.fileExists(atPath: top.appendingPathComponent($0).path) }) -> [String] {
        links.compactMap { link in
            guard !link.target.contains("://") else { return nil }
            let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            let file = parts[0].isEmpty ? path : URL(fileURLWithPath: "/\(folder)/\(parts[0])").standardized.relativePath.dropFirst().description
            guard parts[0].isEmpty || exists(file) else { return "\(path): \(link.target): there is no \(file)" }
            guard parts.count > 1 else { return nil }
            let headings = file == path ? headings : (try? MarkdownDocument(file))?.headings ?? []  // what cannot be read has none
            return headings.contains { $0.anchor == parts[1] } ? nil : "\(path): \(link.target): there is no such heading"
        }
    }

    /// Where the list under "Contents" and the other headings of its level differ.
    func contentsProblem() -> String? {
        let titles = headings.filter { $0.level == 2 && $0.title != "Contents" }
        let listed = sections.first { $0.hasPrefix("## Contents\n") }?.matches(of: /- \[([^\]]*)\]\(#([^)]+)\)/).map { "\($0.1) #\($0.2)" } ?? []
        let wanted = titles.map { "\($0.title) #\($0.anchor)" }
        return listed == wanted ? nil : "\(path): the contents list \(listed), the headings are \(wanted)"
    }
}
