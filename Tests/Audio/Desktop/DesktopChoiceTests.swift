import Testing

@testable import Audio

@Suite struct DesktopChoiceTests {
    @Test(arguments: [
        (nil, DesktopChoice.everything(sink: nil)), ("", .everything(sink: nil)), ("default", .everything(sink: nil)),
        ("sink=Living room, left", .everything(sink: "Living room, left")), ("app=Firefox", .applications(["Firefox"])),
        ("app=Firefox, app=mpv", .applications(["Firefox", "mpv"])), ("not-app=Spotify", .allBut(["Spotify"])),
        ("not-app=A,not-app=B=C", .allBut(["A", "B=C"])),
    ])
    func theCommandLinesWordsAreRead(text: String?, choice: DesktopChoice) throws {
        #expect(try DesktopChoice(parsing: text) == choice)
        #expect(try DesktopChoice(parsing: choice.words) == choice)
    }

    @Test(arguments: ["Firefox", "app=", "app=A,", "app=A,not-app=B", "sink=", "program=A", "app=A,sink=B"])
    func anythingElseIsAnsweredWithTheRightForm(text: String) {
        let error = #expect(throws: AudioError.self) { try DesktopChoice(parsing: text) }
        #expect(error?.code == .badSetting)
        #expect(error?.message.contains("app=NAME[,app=NAME]") == true)
        #expect(error?.message.contains("\"\(text)\"") == true)
    }

    @Test(arguments: ["Google Chrome", "google chrome", "chrome", "Chromium-Bin", "org.chromium.Chromium", "Playback"])
    func anApplicationGoesByManyNames(word: String) {
        #expect(player.isCalled(word))
    }

    @Test(arguments: ["chro", "oogle", "chrome google", "", "-", "play"])
    func aPieceOfAWordIsNoName(word: String) {
        #expect(!player.isCalled(word))
    }

    private let player = AudioPlayer(
        index: 1, sinkIndex: 1, application: "Google Chrome", program: "/usr/lib/chromium-bin", media: "Playback",
        identifier: "org.chromium.Chromium")
}
