import AgentProtocol
import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Intake

/// Who is told of something, and asks, sees it.
@Suite struct AgentReportsTests {
    private final class Told: Sendable {
        let messages = Mutex<[String]>([])
    }

    @Test func anEventWaitsForASnapshotThatIsBeingRead() throws {
        let told = Told()
        let reports = AgentReports { event in if case .refused(let message) = event { told.messages.withLock { $0.append(message) } } }
        let (isHeld, isFreed) = (try Wakeup(), try Wakeup())
        let reader = try Worker(name: "reader") {
            reports.snapshots.withLock { _ in
                isHeld.signal()
                _ = isFreed.wait(until: .now() + .seconds(20))
            }
        }
        #expect(isHeld.wait(until: .now() + .seconds(20)))
        reports.tell(.refused(message: "first"), at: .now()) { _ in }
        reports.tell(.refused(message: "second"), at: .now()) { _ in }
        #expect(told.messages.withLock { $0 } == [])
        #expect(reports.deadline(at: .now()) != nil)
        isFreed.signal()
        reader.join()
        reports.publish(at: .now()) { _ in }
        #expect(told.messages.withLock { $0 } == ["first", "second"])
        #expect(reports.deadline(at: .now()) == nil)
    }

    @Test func theSnapshotIsWrittenBeforeAnEventIsTold() {
        let told = Told()
        let reports = AgentReports { event in if case .refused(let message) = event { told.messages.withLock { $0.append(message) } } }
        reports.publish(at: .now()) { _ in }
        // It is not due yet.
        reports.publish(at: .now()) { _ in told.messages.withLock { $0.append("written too early") } }
        reports.tell(.refused(message: "told"), at: .now()) { _ in told.messages.withLock { $0.append("written") } }
        #expect(told.messages.withLock { $0 } == ["written", "told"])
    }
}
