extension Rule {
    /// Files above 300 lines, each with its reason. None may be above 500.
    private static let large: [String: String] = [
        "Shared/splitcast.h": "authors of agents copy one file"
    ]

    static let sizes: [Rule] = [
        Rule(
            name: "No file is above 300 lines without a reason, none above 500",
            offender: [SourceFile("Host/Session/Session.swift", String(repeating: "let a = 1\n", count: 301))]
        ) { files in
            files.filter { $0.isCode }.compactMap { file in
                let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
                let bound = large[file.path] == nil ? 300 : 500
                return count > bound ? "\(file.path) has \(count) lines, above \(bound)" : nil
            }
        },
        Rule(
            name: "The median Swift file has at most 100 lines",
            offender: [SourceFile("Host/Session/Session.swift", String(repeating: "let a = 1\n", count: 101))]
        ) { files in
            let counts = files.filter { $0.isSwift && $0.path != "Package.swift" }.map { $0.lines.count - 1 }.sorted()
            guard !counts.isEmpty, counts[counts.count / 2] > 100 else { return [] }
            return ["the median is \(counts[counts.count / 2]) lines"]
        },
        Rule(name: "A reason belongs to a file that is there and large", offender: []) { files in
            large.keys.filter { path in !files.contains { $0.path == path && $0.lines.count > 301 } }.map { "\($0) needs no reason" }
        },
    ]
}

extension SourceFile {
    var isCode: Bool { isSwift || path.hasSuffix(".c") || path.hasSuffix(".h") }
}
