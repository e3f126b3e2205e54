import AppGroup
import Testing

@Suite struct SourceNameTests {
    @Test(arguments: ["a", "screen", "cam-2", "left_1", "abcdefghijklmnopqrstuvwxyz012345"]) func aNameIsTakenAsItIs(text: String) {
        #expect(SourceName(text)?.text == text)
    }

    @Test(arguments: ["", "2cam", "-a", "Cam", "cam 2", "caméra", "a/b", "abcdefghijklmnopqrstuvwxyz0123456", "a\n"])
    func whatIsNoNameIsNotTaken(text: String) { #expect(SourceName(text) == nil) }
}
