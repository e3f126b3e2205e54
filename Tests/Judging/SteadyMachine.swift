import Foundation
import Synchronization
public import Testing

/// Judges a test only on a machine that was there: where another guest of the same hardware took the processors away meanwhile,
/// sound and picture have holes whoever sends them, and the test is run once more.
///
/// Steal time (`/proc/stat`) is what tells: it is 0 on a machine of one's own, and whatever fails there has failed. What failed
/// beside stolen processors stands in the log as a known issue.
public struct SteadyMachine: TestTrait, SuiteTrait, TestScoping {
    private static let attempts = 2
    /// Of all processors' time.
    private static let tolerated = 0.01

    public let isRecursive = true

    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        guard testCase != nil else { return try await function() }
        for attempt in 1...Self.attempts {
            let before = Usage()
            let wasForgiven = Forgiven()
            try await withKnownIssue("processors were taken away; attempt \(attempt)", isIntermittent: true) {
                try await function()
            } matching: { _ in
                guard Usage().stolenShare(since: before) > Self.tolerated else { return false }
                wasForgiven.flag.store(true, ordering: .relaxed)
                return true
            }
            guard wasForgiven.flag.load(ordering: .relaxed) else { return }
        }
    }

    private final class Forgiven: Sendable {
        let flag = Atomic<Bool>(false)
    }

    /// Time of all processors since the machine was started, in ticks: proc(5), /proc/stat.
    private struct Usage: Sendable {
        let all: Double
        let stolen: Double

        init() {
            let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""  // without it nothing counts as stolen
            let fields = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().compactMap { Double($0) }
            (all, stolen) = (fields.prefix(8).reduce(0, +), fields.count > 7 ? fields[7] : 0)
        }

        func stolenShare(since before: Usage) -> Double { (stolen - before.stolen) / max(1, all - before.all) }
    }
}

extension Trait where Self == SteadyMachine {
    public static var steadyMachine: SteadyMachine { SteadyMachine() }
}
