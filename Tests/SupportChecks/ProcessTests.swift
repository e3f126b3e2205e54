import Fixtures
import Foundation
import TestSupport
import Testing

@Suite struct ProcessTests {
    @Test func aProcessThatEndsTellsHow() throws {
        let child = try FixtureProcess(["sh", "-c", "echo out; echo err >&2; exit 3"])
        #expect(child.exitStatus(within: .seconds(20)) == .exited(3))
        #expect(child.output == "out\nerr\n")
    }

    @Test func endingAProcessEndsItsSession() throws {
        let child = try FixtureProcess(["sh", "-c", "sleep 1000 & echo $!; wait"])
        try child.waitForOutput("\n")
        let grandchild = try #require(Int32(child.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(child.end() == .killed(signal: SIGTERM))
        try waitUntil("\(grandchild) to end") { kill(grandchild, 0) != 0 || textOfFile("/proc/\(grandchild)/stat").contains(") Z ") }
    }

    @Test func aProcessThatIgnoresTheRequestIsKilled() throws {
        let child = try FixtureProcess(["sh", "-c", "trap '' TERM; echo up; while :; do sleep 1; done"])
        try child.waitForOutput("up")
        #expect(child.end(grace: .milliseconds(100)) == .killed(signal: SIGKILL))
    }

    @Test func aCommandThatIsNotThereIsNamed() throws {
        let child = try FixtureProcess(["no-such-command-here"])
        #expect(child.exitStatus(within: .seconds(20))?.isSuccess == false)
        #expect(child.output.contains("no-such-command-here"))
    }

    @Test func usageCoversTheFamily() throws {
        let child = try FixtureProcess(["sh", "-c", "sleep 1000 & echo up; wait"])
        try child.waitForOutput("up")
        let family = ProcessUsage.family(of: child.pid)
        #expect(family.count == 2)
        let usage = try ProcessUsage(of: child.pid)
        #expect(usage.name == "sh")
        #expect(usage.uniqueBytes > 0 && usage.uniqueBytes <= usage.proportionalBytes && usage.proportionalBytes <= usage.residentBytes)
    }

    @Test func scratchGoesWithItsOwner() throws {
        var scratch: Scratch? = Scratch()
        let path = try #require(scratch?.path)
        try scratch?.write("text", to: "file")
        #expect(textOfFile(path + "/file") == "text")
        scratch = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
