import Foundation
import Testing

@testable import Events

/// The catalogue holds its promises, and Shared/EVENTS.md says what it does.
@Suite struct CatalogueTests {
    /// One row of the page's tables.
    private struct Row {
        let severities: Set<String>
        let hasRemedy: Bool
        let fields: Set<String>
    }

    private static let rows: [String: Row] = {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Shared/EVENTS.md").standardized
        // Without the page there are no rows, and the tests fail.
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""  // see above
        var rows: [String: Row] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 7 else { continue }
            let fields = cells[5].split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            rows[cells[1].trimmingCharacters(in: CharacterSet(charactersIn: "`"))] = Row(
                severities: Set(cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }), hasRemedy: !cells[4].isEmpty,
                fields: Set(fields))
        }
        return rows
    }()

    @Test func thePageHasEveryCodeAndNoOther() {
        #expect(Set(Self.rows.keys) == Set(EventCode.allCases.map(\.rawValue)))
    }

    @Test func everyCodeIsTold() { #expect(Set(Catalogue.all.map(\.description.code)) == Set(EventCode.allCases)) }

    @Test(arguments: Catalogue.all) func whatIsToldIsAsThePageSays(changes: BroadcastEvent) throws {
        let description = changes.description
        let row = try #require(Self.rows[description.code.rawValue])
        #expect(row.severities.contains(description.severity.rawValue))
        #expect(
            Set(description.fields.keys).subtracting(description.target == nil ? [] : ["url", "isPage"]) == row.fields, "\(description.code.rawValue)"
        )
        if description.remedy != nil { #expect(row.hasRemedy) }
        if case .target = changes { #expect(description.target == 2 && description.fields["url"] != nil) }
    }

    @Test(arguments: EventCode.allCases) func severitiesAndRemediesOfThePageOccur(code: EventCode) {
        let descriptions = Catalogue.all.map(\.description).filter { $0.code == code }
        #expect(Self.rows[code.rawValue]?.severities == Set(descriptions.map(\.severity.rawValue)))
        #expect(Self.rows[code.rawValue]?.hasRemedy == descriptions.contains { $0.remedy != nil })
    }

    @Test(arguments: Catalogue.all) func troubleHasARemedyAndWordsAreOneLine(changes: BroadcastEvent) {
        let description = changes.description
        #expect(!description.text.isEmpty && !description.logText.contains("\n"))
        if description.severity >= .warning { #expect(description.remedy?.isEmpty == false, "\(description.code.rawValue)") }
        if description.severity == .info { #expect(description.remedy == nil, "\(description.code.rawValue)") }
    }

    /// Host/Tasks/trouble.md has a row with what to do for each code that tells of trouble, and names all others.
    @Test func thePageOfTroubleHasEveryCode() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Host/Tasks/trouble.md").standardized
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "## Nothing is to be done")
        let rows = parts[0].split(separator: "\n").compactMap { $0.wholeMatch(of: /\| `([a-zA-Z.]+)` \| (.+) \|/) }
        let others = try #require(parts.last).matches(of: /`([a-zA-Z.]+)`/).map { String($0.1) }
        let codes = rows.map { String($0.1) } + others
        #expect(Set(codes) == Set(EventCode.allCases.map(\.rawValue)))
        #expect(codes.count == Set(codes).count, "each stands once")
        let trouble = Set(Catalogue.all.map(\.description).filter { $0.severity >= .warning }.map(\.code.rawValue))
        #expect(trouble.subtracting(rows.map { String($0.1) }) == [])
    }

    /// The cockpit names a button in place of a command. Each command that a remedy names has its words there, or no button.
    @Test func theCockpitHasWordsForTheCommandsOfRemedies() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Host/Control/Page/Files/wording.js")
        let worded = try String(contentsOf: file.standardized, encoding: .utf8).matches(of: /\["([a-z -]+)", \(/).map { String($0.1) }
        let withoutButton = [
            "filter set", "filter remove", "check-url", "conformance agent", "doctor", "encoders", "sources", "audio monitor on", "audio mute",
        ]
        let named = Catalogue.all.compactMap(\.description.remedy).flatMap { $0.matches(of: /'splitcast ([^']+)'/).map { String($0.1) } }
        #expect(named.count > 15)
        for command in Set(named) {
            let fitting = (worded + withoutButton).filter { command == $0 || command.hasPrefix($0 + " ") }
            #expect(fitting.count == 1, "\(command): \(fitting)")
        }
    }

    @Test func thePagesTargetIsCalledSo() {
        let subject = TargetSubject(id: 3, maskedURL: "/run/x/page/live.m3u8", isPage: true)
        let description = BroadcastEvent.target(subject, .live).description
        #expect(description.text == "page live" && description.fields["isPage"] == .flag(true) && description.target == 3)
    }

    /// What tests and people look for in the log.
    @Test func theLogSaysItAsBefore() {
        let lines = Catalogue.all.map(\.description.logText)
        for line in [
            "target 2 (rtmp://live.example.com/app/***) live", "live: :1, 1280x720 (x11 agent 3, pid 4711)", "agent 3 attached: x11 :1, pid 4711",
            "agent 3 (x11, pid 4711) ended, replaced: words", "agent 3 needs 20M and may have 8M: give it more with --agent-memory",
            "agent started, pid 4711: memory 16M (cgroup v1), sandbox strict", "the agent ended: a crash; starting it again in 0.5 s",
            "pushed sound: a bad hello", "Studio: lost",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }
}
