import Fixtures
import Glibc
import Platform
import Testing

@Suite(.serialized) struct ProcessPrivacyTests {
    @Test func aProcessIsPrivateButForExceptions() {
        let before = isOpenToOthers
        ProcessPrivacy.beginException()
        ProcessPrivacy.endException()
        #expect(isOpenToOthers == before, "without a claim nothing changes")
        ProcessPrivacy.claim()
        #expect(!isOpenToOthers)
        ProcessPrivacy.beginException()
        ProcessPrivacy.beginException()
        #expect(isOpenToOthers)
        ProcessPrivacy.endException()
        #expect(isOpenToOthers, "one is left")
        ProcessPrivacy.endException()
        #expect(!isOpenToOthers)
        let cores = textOfFile("/proc/self/limits").split(separator: "\n").first { $0.hasPrefix("Max core file size") } ?? ""
        #expect(cores.split(separator: " ")[4...5] == ["0", "0"])
    }

    @Test func theWholeEnvironmentIsThere() {
        setenv("SPLITCAST_TEST", "a = b", 1)
        defer { unsetenv("SPLITCAST_TEST") }
        #expect(Launch.wholeEnvironment().contains("SPLITCAST_TEST=a = b"))
        #expect(Launch.wholeEnvironment().contains { $0.hasPrefix("PATH=") })
    }
}
