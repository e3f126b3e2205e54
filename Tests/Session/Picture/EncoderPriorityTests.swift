import Platform
import Synchronization
import Testing

@testable import Session

@Suite struct EncoderPriorityTests {
    /// Of a thread that began at `start` and claimed what the user wants.
    private func niceness(_ wanted: Int?, start: Int = 0) throws -> Int {
        let seen = Mutex(99)
        let worker = try Worker(name: "priority") {
            if start != 0 { Urgency.setNiceness(start) }
            EncoderPriority.claim(wanted)
            seen.withLock { $0 = Urgency.niceness }
        }
        worker.join()
        return seen.withLock { $0 }
    }

    @Test func theEncoderIsNeverBehindOrdinaryProgramsUnlessAskedToBe() throws {
        let ordinary = Urgency.niceness
        let unasked = try niceness(nil)
        // A whole program that was started with a niceness keeps it.
        #expect(ordinary == 0 ? [0, EncoderPriority.raised].contains(unasked) : unasked == ordinary)
        #expect(try niceness(19) == 19)
    }

    @Test func aProgramThatIsNicedStaysSo() throws { #expect(try niceness(nil, start: 19) == 19) }
}
