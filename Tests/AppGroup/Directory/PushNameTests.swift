import AppGroup
import Testing

@Suite struct PushNameTests {
    @Test func namesKeepTheRules() throws {
        for name in ["a", "game", "Spiel_2", "a.b-c", String(repeating: "x", count: 32)] { #expect(try PushName(name).text == name) }
        for name in ["", ".a", "-a", "a b", "é", "a/b", String(repeating: "x", count: 33), "mic", "MIC", "desktop", "music", "all", "mix"] {
            #expect(throws: GroupError.self, "\(name)") { _ = try PushName(name) }
        }
    }
}
