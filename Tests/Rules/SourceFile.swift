import Foundation

/// One text file of the project, its path relative to the top.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let lines: [Substring]
    /// The modules that a Swift file imports, whatever stands before the word.
    let imports: [String]

    init(_ path: String, _ text: String) {
        (self.path, self.text) = (path, text)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        imports = path.hasSuffix(".swift") ? lines.compactMap(Self.importedModule) : []
    }

    var isSwift: Bool { path.hasSuffix(".swift") }

    /// "path:line: text" of each line that `isBad`.
    func findings(_ isBad: (Substring) -> Bool) -> [String] {
        lines.enumerated().compactMap { number, line in
            isBad(line) ? "\(path):\(number + 1): \(line.trimmingCharacters(in: .whitespaces))" : nil
        }
    }

    private static func importedModule(_ line: Substring) -> String? {
        guard line.has("import") else { return nil }
        var words = line.split(separator: " ")
        while let first = words.first, first.hasPrefix("@") || ["public", "internal", "package", "private", "fileprivate"].contains(first) {
            words.removeFirst()
        }
        guard words.first == "import", words.count > 1 else { return nil }
        let kinds = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
        let name = kinds.contains(String(words[1])) && words.count > 2 ? words[2] : words[1]
        return name.split(separator: ".").first.map(String.init)
    }

    /// The folder of the module that a file belongs to, as in Host/Picture.
    var module: String { path.split(separator: "/").prefix(2).joined(separator: "/") }

    static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every text file that belongs to the project.
    static let project: [SourceFile] = {
        let folders = ["Shared", "Capture", "Host", "Sources", "Tests", ".ci"]
        let paths = folders.flatMap { folder in
            let found = FileManager.default.enumerator(atPath: top.appendingPathComponent(folder).path)
            return (found?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
        }
        return (paths + ["Package.swift", "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"]).sorted().compactMap { path in
            let data = FileManager.default.contents(atPath: top.appendingPathComponent(path).path)
            return data.flatMap { String(data: $0, encoding: .utf8) }.map { SourceFile(path, $0) }
        }
    }()
}
