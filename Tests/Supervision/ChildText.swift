import Fixtures
import Platform

@testable import Intake
@testable import Supervision

/// Runs a shell's words to their end and gives what they wrote, line by line.
@discardableResult
func linesOf(
    _ words: String, limits: AgentLimits = .standard, keeper: CgroupManager = .shared, change: (inout Launch) -> Void = { _ in }
) throws -> [String] {
    var launch = Launch(program: "/bin/sh", arguments: ["-c", words])
    change(&launch)
    let process = try LimitedProcess(launch, limits: limits, group: .standard, keeper: keeper)
    return try finish(process).lines
}

/// Waits for the end of a process and takes what it wrote.
func finish(_ process: LimitedProcess) throws -> (lines: [String], ending: LimitedProcess.Ending) {
    var text = LineSplitter()
    var lines: [String] = []
    var ending: LimitedProcess.Ending?
    do {
        try waitUntil("the end of process \(process.child.processID)") {
            lines += text.read(process.child.textDescriptor, atMost: OutputLimit.bytesAtEnd).lines
            guard process.child.hasEnded else { return false }
            lines += text.read(process.child.textDescriptor, atMost: OutputLimit.bytesAtEnd).lines
            ending = process.reap(lastWords: lines)
            return ending != nil
        }
    } catch {
        process.child.signal(9)
        _ = process.child.end(patience: .zero)
        throw error
    }
    return (lines, ending!)
}
