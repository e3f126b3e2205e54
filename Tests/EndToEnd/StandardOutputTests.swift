import Fixtures
import Foundation
import Glibc
import TestSupport
import Testing

/// What commands print has arrived when they end with 0, and goes nowhere else.
@Suite struct StandardOutputTests {
    private static let environment = ["SPLITCAST_CONFIG": "none"]

    /// A command with a shell's redirections.
    private static func run(_ command: String, _ redirections: String) throws -> FixtureProcess {
        try FixtureProcess(["/bin/sh", "-c", "exec \(try releaseProduct("splitcast")) \(command) \(redirections)"], environment: environment)
    }

    @Test(arguments: ["--version", "config schema", "live --help-all", "help live", "conformance host --list", "conformance --help"])
    func aFullDiskIsAFailureWithOneLine(command: String) throws {
        let process = try Self.run(command, "> /dev/full")
        #expect(process.exitStatus(within: .seconds(20)) == .exited(1))
        let line = "splitcast: standard output could not be written: "
        #expect(process.output.hasPrefix(line) && process.output.split(separator: "\n").count == 1, "\(process.output)")
        #expect(process.output.contains("No space left on device") || process.output.contains("Input/output error"), "\(process.output)")
    }

    /// `splitcast config schema | head -1`.
    @Test func aReaderThatHasEnoughIsNoFailure() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let process = try FixtureProcess(
            [try releaseProduct("splitcast"), "config", "schema"], environment: Self.environment, standardOutput: ends[1])
        let status = process.exitStatus(within: .seconds(20))
        #expect(status != nil && status != .exited(1), "\(status.map { "\($0)" } ?? "runs")")
        #expect(process.output == "")
    }

    /// The recording, a socket or whatever is opened first would get their numbers, and the log.
    /// Who is not root cannot look at the descriptors of `splitcast`.
    @Test(arguments: geteuid() == 0 ? ["splitcast", "splitcast-capture-pattern"] : ["splitcast-capture-pattern"])
    func whatIsOpenedNeverTakesTheNumbersOfClosedStreams(program: String) throws {
        let scratch = Scratch()
        let arguments =
            program == "splitcast"
            ? "live --capture pattern --pattern-size 320x180 --mic none --http off --record \(scratch.file("card.mkv"))" : "--group absent"
        let process = try FixtureProcess(
            ["/bin/sh", "-c", "exec \(try releaseProduct(program)) \(arguments) <&- >&- 2>&-"],
            environment: Self.environment.merging(["XDG_RUNTIME_DIR": scratch.path]) { $1 })
        // A descriptor of something else is open by then.
        try waitUntil("the program to be under way") {
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/fd")
            return open.count > 3 && textOfFile("/proc/\(process.pid)/comm").hasPrefix("splitcast")
        }
        for number in 0...2 {
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.pid)/fd/\(number)") == "/dev/null")
        }
        process.end()
    }
}
