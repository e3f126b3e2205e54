import Foundation
import Testing

@Suite struct RuleTests {
    static let rules = Rule.imports + Rule.code + Rule.sizes + Rule.folders + Rule.words

    @Test(arguments: rules) func theTreeKeeps(rule: Rule) {
        let violations = rule.violations(SourceFile.project)
        #expect(violations.isEmpty, "\(rule.name):\n\(violations.joined(separator: "\n"))")
    }

    @Test(arguments: rules.filter { !$0.offender.isEmpty }) func anOffenderIsSeen(rule: Rule) {
        #expect(!rule.violations(rule.offender).isEmpty)
    }

    @Test func theProjectIsFound() {
        let paths = SourceFile.project.map(\.path)
        #expect(paths.contains("Package.swift") && paths.contains("Shared/Platform/Time/MediaTime.swift"))
    }

    /// The top level is the table of contents: what is new goes into one of its folders.
    @Test func theTopLevelIsFixed() throws {
        let belongs: Set = [
            "Package.swift", "Sources", "Shared", "Capture", "Host", "Tests", "Makefile", "README.md", "LICENSE", "CHANGELOG.md",
            "CONTRIBUTING.md", ".swift-format", ".gitignore", ".ci",
        ]
        // What git, the build and its tools put there; .gitignore keeps it out.
        let passing: Set = [".git", ".build", ".swiftpm", "Package.resolved", "out"]
        let found = Set(try FileManager.default.contentsOfDirectory(atPath: SourceFile.top.path))
        #expect(found.subtracting(passing).subtracting(belongs) == [])
        #expect(belongs.subtracting(found) == [])
    }

    @Test func importsAreReadWhateverStandsBefore() {
        let lines = ["import A", "@testable import B", "public import struct C.D", "@_exported internal import E", "let text = \"import F\""]
        let file = SourceFile("A.swift", lines.joined(separator: "\n"))
        #expect(file.imports == ["A", "B", "C", "E"])
    }
}
