import AppGroup
import Testing

@Suite struct PushNameTests {
    @Test func namesKeepTheRules() throws {
        for name in ["a", "game", "Spiel_2", "a.b-c", String(repeating: "x", count: 32)] { #expect(try PushName(name).text == name) }
        for name in ["", ".a", "-a", "a b", "é", "a/b", String(repeating: "x", count: 33), "mic", "MIC", "desktop", "music", "all", "mix"] {
            #expect(throws: GroupError.self, "\(name)") { _ = try PushName(name) }
        }
    }

    @Test(arguments: [
        ("clip.mp4", "clip.mp4"), ("My talk (final).mkv", "My-talk-final-.mkv"), ("mic", "media"), ("Musik für alle.mp4", "Musik-f-r-alle.mp4"),
        (".hidden", "hidden"), ("", "media"), ("--", "media"), ("üü", "media"), ("a - b", "a-b"),
        (String(repeating: "a", count: 99), String(repeating: "a", count: 30)),
    ])
    func aFileGivesAnAllowedName(file: String, name: String) throws {
        #expect(PushName(nearest: file, otherwise: "media", room: 2).text == name)
        _ = try PushName(name + "-9")
    }
}
