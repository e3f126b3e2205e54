import Fixtures
import Foundation
import Testing

/// `splitcast conformance` is another program, and nothing of that shows.
@Suite struct ConformanceProgramTests {
    private func splitcast(_ words: String...) throws -> FixtureProcess { try FixtureProcess([try releaseProduct("splitcast")] + words) }

    /// Standard output and error of a run that ends by itself.
    private func ended(_ words: String..., with code: Int32) throws -> String {
        let process = try FixtureProcess([try releaseProduct("splitcast")] + words)
        #expect(process.exitStatus(within: .seconds(20)) == .exited(code), "\(process.output)")
        return process.output
    }

    @Test func theProgramThatPeopleRunHoldsNoAttacks() throws {
        func holds(_ product: String) throws -> Bool {
            try Data(contentsOf: URL(fileURLWithPath: releaseProduct(product))).range(of: Data("a hello cut off at every length is refused".utf8))
                != nil
        }
        #expect(try holds("splitcast") == false)
        #expect(try holds("splitcast-conformance"))
    }

    @Test func theHelpIsThere() throws {
        let help = try ended("conformance", "--help", with: 0)
        #expect(help.contains("USAGE: splitcast conformance <subcommand>") && help.contains("FAIL  broken"), "\(help)")
        #expect(try ended("help", "conformance", with: 0) == help)
        #expect(try ended("conformance", "agent", "--help", with: 0).contains("USAGE: splitcast conformance agent "))
        #expect(try ended("conformance", "host", "--list", with: 0).contains("hello-truncated"))
    }

    @Test func whatIsWrongIsSaidAsByOtherCommands() throws {
        #expect(try ended("conformance", "host", "--cycles", "0", with: 2).hasPrefix("splitcast: --cycles 0: give a number from 1"))
        #expect(try ended("conformance", "host", "--group", "a/b", with: 2).hasPrefix("splitcast: --group: "))
        #expect(try ended("conformance", "agent", "/nonexistent/agent", with: 2).hasPrefix("splitcast: '/nonexistent/agent' is not a program"))
        let unknown = try ended("conformance", "host", "rtmp://host/app/secret", with: 2)
        #expect(unknown.hasPrefix("splitcast: ") && unknown.contains("(see 'splitcast conformance --help')"), "\(unknown)")
        #expect(!unknown.contains("secret"), "\(unknown)")
    }

    @Test func withoutAHostTheGroupIsWrong() throws {
        let runtime = Scratch()
        let run = try ConformanceRun(["host", "--group", "none"], environment: ["XDG_RUNTIME_DIR": runtime.path])
        #expect(run.process.exitStatus(within: .seconds(20)) == .exited(4), "\(run.process.output)")
    }

    /// The process is replaced: who started it, and Ctrl-C, reach the program itself.
    @Test func theProcessBecomesTheProgramAndHearsCtrlC() throws {
        let process = try splitcast("conformance", "agent", "--no-group-argument", "sleep", "60")
        try waitUntil("the program to run: \(process.output)") {
            try process.expectRunning()
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.pid)/exe")  // not started yet
            return program?.hasSuffix("/splitcast-conformance") == true && process.output.contains("waits while there is no host")
        }
        process.send(SIGINT)
        #expect(process.exitStatus(within: .seconds(20)) == .exited(130), "\(process.output)")
        #expect(process.output.contains("interrupted"))
    }

    /// As after a copy of one file out of two.
    @Test func withoutTheOtherProgramTheRemedyIsNamed() throws {
        let scratch = Scratch()
        try FileManager.default.copyItem(atPath: releaseProduct("splitcast"), toPath: scratch.file("splitcast"))
        let process = try FixtureProcess([scratch.file("splitcast"), "conformance", "host"])
        #expect(process.exitStatus(within: .seconds(20)) == .exited(1))
        #expect(process.output.hasPrefix("splitcast: splitcast-conformance is not installed: 'make install'"), "\(process.output)")
    }
}
