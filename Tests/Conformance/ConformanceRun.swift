import Fixtures
import Foundation

/// One run of `splitcast conformance … --json`.
final class ConformanceRun {
    struct Finding: Decodable {
        let verdict: String
        let check: String
        let title: String
        let detail: String
    }

    private struct Whole: Decodable {
        let passed: Bool
        let findings: [Finding]
    }

    let process: FixtureProcess
    private let scratch: Scratch
    private let answer: Int32

    /// - Parameter arguments: `["agent", "--json", …]`.
    init(_ arguments: [String], environment: [String: String?] = [:]) throws {
        scratch = Scratch()
        answer = open(scratch.file("answer"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        process = try FixtureProcess(
            [try releaseProduct("splitcast"), "conformance"] + arguments, environment: environment, standardOutput: answer)
    }

    deinit { close(answer) }

    /// Waits for its end.
    func findings(within timeout: Duration = .seconds(120)) throws -> [Finding] {
        guard let status = process.exitStatus(within: timeout) else { throw FixtureError("'\(process.command)' is not done after \(timeout)") }
        let text = textOfFile(scratch.file("answer"))
        guard let whole = try? JSONDecoder().decode(Whole.self, from: Data(text.utf8)) else {  // its own words say more
            throw FixtureError("'\(process.command)' ended (\(status)) with:\n\(process.output.suffix(800))\n\(text.suffix(400))")
        }
        guard status == .exited(whole.passed ? 0 : 1) else { throw FixtureError("passed is \(whole.passed), and it ended with \(status)") }
        return whole.findings
    }
}

extension [ConformanceRun.Finding] {
    var failed: [ConformanceRun.Finding] { filter { $0.verdict == "FAIL" } }
    var lines: String { map { "\($0.verdict) \($0.check): \($0.detail)" }.joined(separator: "\n") }
}
