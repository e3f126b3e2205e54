import AppGroup
import Testing

@testable import Intake

@Suite struct RestartPolicyTests {
    @Test func aCrashingAgentIsStartedAgainMoreAndMoreSlowly() {
        var policy = RestartPolicy()
        var delays: [Duration] = []
        for _ in 0..<8 {
            if case .restart(let delay) = policy.ended(.killed(signal: 11), ran: .milliseconds(5)) { delays.append(delay) }
        }
        #expect(delays.first == RestartPolicy.shortestDelay)
        #expect(delays.last == RestartPolicy.longestDelay)
        #expect(delays == delays.sorted())
        #expect(policy.ended(.killed(signal: 9), ran: .seconds(60)) == .restart(after: RestartPolicy.shortestDelay))
    }

    @Test func whatWillNotWorkIsNotTriedAgain() {
        var policy = RestartPolicy()
        #expect(policy.ended(.exited(code: 2), ran: .seconds(1)) == .giveUp)
        #expect(policy.ended(.exited(code: 3), ran: .seconds(1)) == .giveUp)
        #expect(policy.ended(.exited(code: 0), ran: .seconds(1)) == .giveUp)
    }

    @Test func aScreenThatOnceWorkedIsWorthWaitingFor() {
        var policy = RestartPolicy()
        policy.delivered()
        #expect(policy.ended(.exited(code: 3), ran: .seconds(1)) == .restart(after: RestartPolicy.shortestDelay))
    }
}
