import Foundation
import Testing

/// Something that holds for the whole tree, and an example of what it forbids.
struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    /// A small tree that breaks the rule: each run sees the check fail on it.
    let offender: [SourceFile]
    /// What is wrong with a tree, a line each; empty when nothing is.
    let violations: @Sendable ([SourceFile]) -> [String]

    var testDescription: String { name }

    /// A rule about single lines of Swift files whose path passes `applies`.
    static func lines(
        _ name: String, in applies: @escaping @Sendable (String) -> Bool, offender: SourceFile, isBad: @escaping @Sendable (Substring) -> Bool
    ) -> Rule {
        Rule(name: name, offender: [offender]) { files in
            files.filter { $0.isSwift && applies($0.path) }.flatMap { $0.findings(isBad) }
        }
    }
}

/// The code that ships.
let isProduct: @Sendable (String) -> Bool = { path in ["Shared/", "Capture/", "Host/"].contains { path.hasPrefix($0) } }
let isAnything: @Sendable (String) -> Bool = { _ in true }

extension Substring {
    /// Before a comment.
    var code: Substring { range(of: "//").map { self[..<$0.lowerBound] } ?? self }

    func matches(_ pattern: String) -> Bool { range(of: pattern, options: .regularExpression) != nil }
}
