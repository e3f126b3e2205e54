import ControlFixtures
import Foundation
import Platform
import Session
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

    /// In section 1; `…` stands for whatever follows.
    @Test(arguments: ControlRequest.Word.allCases) func whatMayWaitIsNamed(word: ControlRequest.Word) throws {
        let line = try #require(page.split(separator: "\n").first { $0.contains(" may take some seconds. They hold up") })
        let end = try #require(line.firstRange(of: " may take")).lowerBound
        let isNamed = line[..<end].matches(of: /`([a-z-]+)(…?)`/).contains { name in
            name.2.isEmpty ? word.rawValue == name.1 : word.rawValue.hasPrefix(name.1)
        }
        let body = SampleRequests.bodies[word] ?? "{}"
        let request = try ControlListener(session: FakeSession()).read(Array(body.utf8), of: word).get()
        #expect(request.mayWait == isNamed)
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

    /// Section 4 has a table for each object of the status, with every field of it and no other.
    @Test func everyFieldOfTheStatusHasItsLine() throws {
        let session = FakeSession(agents: [FakeSession.agent(1, "x11", ":0")], targets: [FakeSession.target(1, "/tmp/a.mkv")])
        try session.steer(RateRequest(ceiling: 2_000_000))
        var status = session.status()
        status.departed = [FakeSession.departed(2, "x11", "closed")]
        status.targets[0].rendition = SessionStatus.Rendition(
            ladder: "/tmp/master.m3u8", name: "720p", size: "1280x720", codec: "avc1.64001F", peakBitRate: 1, averageBitRate: 1, segments: 1)
        var fields: [String: Set<String>] = [:]
        Self.collect(status, at: "status", into: &fields)
        #expect(fields.count == 29 && Self.tables(of: page) == fields)
    }

    @Test func aFieldWithoutItsLineIsSeen() {
        let text = "### `status`\n\n| field | what |\n|---|---|\n| `a`, `b` | `c` |\n\n### `status.x[]`\n| `d` | |\n## `e`\n| `f` | |\n"
        #expect(Self.tables(of: text) == ["status": ["a", "b"], "status.x[]": ["d"]])
    }

    /// The names of an object's fields, which are those of JSON, by where it stands.
    private static func collect(_ value: Any, at path: String, into fields: inout [String: Set<String>]) {
        // A number in JSON.
        if value is FrameRate { return }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct:
            for child in mirror.children {
                guard let name = child.label else { continue }
                fields[path, default: []].insert(name)
                collect(child.value, at: "\(path).\(name)", into: &fields)
            }
        case .collection: for child in mirror.children { collect(child.value, at: path + "[]", into: &fields) }
        case .optional: for child in mirror.children { collect(child.value, at: path, into: &fields) }
        default: break
        }
    }

    /// What stands first in the rows under each heading such as ### `status.picture`.
    private static func tables(of page: String) -> [String: Set<String>] {
        var (tables, path): ([String: Set<String>], String?) = ([:], nil)
        for line in page.split(separator: "\n") {
            if line.hasPrefix("#") { path = line.wholeMatch(of: /### `(status[^`]*)`/).map { String($0.1) } }
            guard let path, line.hasPrefix("| `"), let cell = line.split(separator: "|").first else { continue }
            tables[path, default: []].formUnion(cell.matches(of: /`([^`]+)`/).map { String($0.1) })
        }
        return tables
    }
}
