public import Testing

/// Runs a test again whose only failures were expectations about time (`expectInTime`) beside a stall of the machine, twice at most;
/// `LatenessRule` decides. Each rerun is a line of the file that `TESTS_EXCUSED` names.
///
/// Any other failure is recorded at once and ends the matter.
public struct RerunWhenLate: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        guard testCase != nil else { return try await function() }
        let excuse = { (reason: String) in
            print("Run again: \(test.name): \(reason)")
            ExcuseFile.add(test: "\(test.id)", reason: reason)
        }
        try await Self.run(makeWatch: { StallWatch() }, excuse: excuse, function)
    }

    /// Runs `body` as often as the rule wants. What is late in the end is recorded as a failure of the current test.
    ///
    /// - Parameter excuse: told why `body` is run again.
    static func run<Watch: ProcessorWatch>(
        makeWatch: () -> Watch, excuse: (String) -> Void, _ body: @Sendable () async throws -> Void
    ) async throws {
        for number in 1... {
            let (notes, watch) = (AttemptNotes(), makeWatch())
            watch.start()
            do {
                // Nothing is a known issue: this is how a trait learns that something failed.
                try await withKnownIssue("never", isIntermittent: true) {
                    try await AttemptNotes.$current.withValue(notes) { try await body() }
                } matching: { _ in
                    notes.addFailure()
                    return false
                }
            } catch {
                watch.stop()
                notes.latenesses.forEach { $0.record() }
                throw error
            }
            watch.stop()
            let (late, stall) = (notes.latenesses, watch.worst)
            let attempt = LatenessRule.Attempt(lateCount: late.count, failureCount: notes.failureCount, worstStall: stall)
            switch LatenessRule().decision(after: attempt, number: number) {
            case .done: return
            case .fail: return late.forEach { $0.record() }
            case .runAgain:
                let milliseconds = (stall ?? .zero) / .milliseconds(1)
                excuse("attempt \(number): a processor was away for \(Int(milliseconds)) ms: \(late.map { "\($0.comment)" }.joined(separator: "; "))")
            }
        }
    }
}

extension Trait where Self == RerunWhenLate {
    public static var rerunWhenLate: RerunWhenLate { RerunWhenLate() }
}
