import AppGroup
import Testing

@testable import CaptureKit

@Suite struct AudioPushTests {
    @Test(arguments: [
        ("clip.mp4", "clip.mp4"), ("My talk (final).mkv", "My-talk-final-.mkv"), ("mic", "media"), ("Musik für alle.mp4", "Musik-f-r-alle.mp4"),
        (".hidden", "hidden"), ("", "media"), ("--", "media"), ("üü", "media"),
        (String(repeating: "a", count: 99), String(repeating: "a", count: 30)),
    ])
    func aFileGivesAnAllowedName(file: String, name: String) throws {
        #expect(AudioPush.plain(file) == name)
        _ = try PushName(AudioPush.plain(file) + "-9")
    }
}
