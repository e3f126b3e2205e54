import Platform
import Testing

@testable import Intake
@testable import Supervision

@Suite struct RestartPolicyTests {
    private static let crash = ChildProcess.End.killed(signal: 11)

    /// The delays after `count` ends alike.
    private func delays(_ count: Int, ran: Duration = .milliseconds(5), delivering: Bool = false) -> [Duration] {
        var policy = RestartPolicy()
        return (0..<count).compactMap { _ in
            if delivering { policy.delivered() }
            guard case .restart(let delay) = policy.ended(Self.crash, ran: ran) else { return nil }
            return delay
        }
    }

    @Test func aCrashingAgentIsStartedAgainMoreAndMoreSlowly() {
        let delays = delays(10)
        #expect(delays.count == 10)
        #expect(delays.first == RestartPolicy.shortestDelay)
        #expect(delays.last == RestartPolicy.longestDelay)
        #expect(delays == delays.sorted())
        #expect(Set(delays).count > 5)
    }

    @Test func anAgentThatWorkedIsReplacedFast() {
        #expect(delays(200, ran: .seconds(1), delivering: true).allSatisfy { $0 == RestartPolicy.shortestDelay })
        #expect(delays(20, ran: .milliseconds(100), delivering: true).max() == RestartPolicy.longestDelayAfterDelivering)
        #expect(delays(10, ran: RestartPolicy.settledAfter).allSatisfy { $0 == RestartPolicy.shortestDelay })
        #expect(delays(10, ran: .seconds(9)).last == RestartPolicy.longestDelay, "it ran, but showed nothing")
    }

    @Test(arguments: [(Int32(0), RestartPolicy.Reason.wasStopped), (2, .badOption), (3, .nothingToCapture)])
    func whatWillNotWorkIsNotTriedAgain(_ code: Int32, _ reason: RestartPolicy.Reason) {
        var policy = RestartPolicy()
        #expect(policy.ended(.exited(code: code), ran: .seconds(1)) == .giveUp(reason))
    }

    @Test(arguments: [Int32(1), 4, 127]) func whatMayBeGoneSoonIsTriedAgain(_ code: Int32) {
        var policy = RestartPolicy()
        #expect(policy.ended(.exited(code: code), ran: .seconds(1)) == .restart(after: RestartPolicy.shortestDelay))
    }

    /// 2: what an option names is not there for the moment, as a monitor that was unplugged.
    @Test(arguments: [Int32(2), 3]) func aScreenThatOnceWorkedIsWaitedForAndThatIsSaidOnce(code: Int32) {
        var policy = RestartPolicy()
        policy.delivered()
        #expect(policy.ended(.exited(code: code), ran: .seconds(1)) == .wait(RestartPolicy.shortestDelay, isNew: true))
        var last = Duration.zero
        for _ in 0..<20 {
            guard case .wait(let delay, isNew: false) = policy.ended(.exited(code: code), ran: .milliseconds(30)) else {
                Issue.record("it did not go on waiting quietly")
                return
            }
            #expect(delay >= last)
            last = delay
        }
        #expect(last == RestartPolicy.longestDelay)
        // It came back and went again.
        policy.delivered()
        #expect(policy.ended(.exited(code: code), ran: .seconds(60)) == .wait(RestartPolicy.shortestDelay, isNew: true))
    }

    @Test func aLimitThatIsTooLowForAFirstFrameIsGivenUp() {
        var policy = RestartPolicy()
        for _ in 1..<RestartPolicy.mostMemoryLimits {
            guard case .restart = policy.ended(.killed(signal: 9), isMemoryLimit: true, ran: .milliseconds(50)) else {
                Issue.record("given up too early")
                return
            }
        }
        #expect(policy.ended(.killed(signal: 9), isMemoryLimit: true, ran: .milliseconds(50)) == .giveUp(.memoryLimit))
    }

    @Test func aLimitThatIsReachedNowAndThenIsNot() {
        var policy = RestartPolicy()
        for round in 0..<30 {
            if round % 2 == 0 { policy.delivered() }
            guard case .restart = policy.ended(.killed(signal: 9), isMemoryLimit: true, ran: .seconds(2)) else {
                Issue.record("given up in round \(round)")
                return
            }
        }
        // Another end in between begins the count anew.
        for _ in 1..<RestartPolicy.mostMemoryLimits { _ = policy.ended(.killed(signal: 9), isMemoryLimit: true, ran: .zero) }
        _ = policy.ended(Self.crash, ran: .zero)
        guard case .restart = policy.ended(.killed(signal: 9), isMemoryLimit: true, ran: .zero) else {
            Issue.record("given up although it was not five times in a row")
            return
        }
    }
}
