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

    /// A rule about single lines of Swift files whose path passes `applies`. Only lines that have one of `parts` are looked at: a regular
    /// expression takes long.
    static func lines(
        _ name: String, in applies: @escaping @Sendable (String) -> Bool, having parts: String..., offender: SourceFile,
        isBad: @escaping @Sendable (Substring) -> Bool
    ) -> Rule {
        Rule(name: name, offender: [offender]) { files in
            files.filter { $0.isSwift && applies($0.path) }.flatMap { file in
                file.findings { line in parts.contains { line.has($0) } && isBad(line) }
            }
        }
    }
}

/// The code that ships.
let isProduct: @Sendable (String) -> Bool = { path in ["Shared/", "Capture/", "Host/"].contains { path.hasPrefix($0) } }
let isAnything: @Sendable (String) -> Bool = { _ in true }

extension Substring {
    /// Whether it has these bytes in it; `part` is not empty.
    func has(_ part: String) -> Bool {
        var (whole, part) = (self, part)
        return whole.withUTF8 { whole in
            part.withUTF8 { part in
                guard whole.count >= part.count else { return false }
                return (0...whole.count - part.count).contains { start in
                    whole[start] == part[0] && part.indices.allSatisfy { whole[start + $0] == part[$0] }
                }
            }
        }
    }

    /// Before a comment.
    var code: Substring { has("//") ? range(of: "//").map { self[..<$0.lowerBound] } ?? self : self }

    func matches(_ pattern: String) -> Bool { range(of: pattern, options: .regularExpression) != nil }
}
