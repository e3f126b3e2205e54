import Glibc
import Synchronization
import Testing

@testable import Platform

@Suite struct UrgencyTests {
    @Test func whatIsGrantedIsWhatTheThreadHas() throws {
        let seen = Mutex<(Urgency, Int32, Int32)?>(nil)
        let worker = try Worker(name: "urgent") {
            let granted = Urgency.claim()
            let again = Urgency.claim()
            seen.withLock { $0 = (again, sched_getscheduler(0), getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
            #expect(granted == again)
        }
        worker.join()
        let (granted, policy, nice) = try #require(seen.withLock { $0 })
        switch granted {
        case .realTime: #expect(policy & ~resetOnFork == SCHED_RR)
        case .raised: #expect(policy == SCHED_OTHER && nice == -11)
        case .ordinary: #expect(policy == SCHED_OTHER && nice == 0)
        }
    }

    private let resetOnFork: Int32 = 0x4000_0000
}
