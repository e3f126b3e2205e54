public import Testing

/// Judges a test of sound or picture in real time only on a machine that was there: where the processors were taken away
/// meanwhile (by other guests of the same hardware, mostly) streams have holes whoever sends them, and the test is run again.
///
/// A thread of real-time priority that was kept waiting tells (`StallWatch`): on a machine of one's own that does not happen,
/// and whatever fails there has failed. What failed beside a stall stands in the log as a known issue.
public struct SteadyMachine: TestTrait, SuiteTrait, TestScoping {
    private static let attempts = 3

    public let isRecursive = true

    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        guard testCase != nil else { return try await function() }
        for attempt in 1...Self.attempts {
            let watch = StallWatch()
            watch.start()
            defer { watch.stop() }
            let forgiven = Forgiven()
            try await withKnownIssue("processors were taken away; attempt \(attempt)", isIntermittent: true) {
                try await function()
            } matching: { issue in
                // What never comes is not late.
                guard case .expectationFailed = issue.kind, watch.worst > StallWatch.bearable else { return false }
                forgiven.note()
                return true
            }
            guard forgiven.isNoted else { return }
        }
    }
}

extension Trait where Self == SteadyMachine {
    public static var steadyMachine: SteadyMachine { SteadyMachine() }
}
