import Foundation
import Testing

@testable import Control

/// Shared/CONTROL.md has every word, and every reason for a refusal.
@Suite struct ControlPageTests {
    private let page: String

    init() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Shared/CONTROL.md").standardized
        page = try String(contentsOf: path, encoding: .utf8)
    }

    @Test(arguments: ControlRequest.Word.allCases.map(\.rawValue)) func everyWordHasItsLine(word: String) {
        let first = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|")[0] }
        #expect(first.contains { $0.contains("`\(word)`") })
    }

    @Test(arguments: [
        ControlReply.Refusal.Code.malformed, .unsupportedVersion, .unknownRequest, .missingField, .badField, .unknownAgent, .alreadyLive, .noAgent,
        .unknownTarget, .unknownSource, .notNow, .unknownOperation,
    ]) func everyRefusalIsExplained(code: ControlReply.Refusal.Code) { #expect(page.contains("`\(code.rawValue)`")) }

    @Test func statesOfTargetsAreThoseThatThereAre() {
        for state in ["idle", "connecting", "connected", "live", "reconnecting", "paused", "failed", "closed"] {
            #expect(page.contains("| `\(state)` |"))
        }
    }
}
