import AppGroup
import Fixtures
import Glibc
import Platform
import Synchronization

@testable import Intake

/// An intake in a group of its own, and what it reported.
final class IntakeFixture {
    let directory: GroupDirectory
    let lock: HostLock
    let intake: Intake
    let onFrame: Wakeup
    private let list: EventList

    final class EventList: Sendable {
        let kept = Mutex<[IntakeEvent]>([])
        /// Lets in every agent that attaches.
        let intake = Mutex<Intake?>(nil)
    }

    init(sources: [SourceName] = [.screen], milliFramesPerSecond: UInt32 = 30_000, memoryLimits: MemoryLimits = MemoryLimits()) throws {
        directory = try GroupDirectory(GroupName("t-\(getpid())-\(GroupDirectory.makeToken().prefix(8))"), creating: true)
        lock = try HostLock(directory)
        let events = EventList()
        list = events
        onFrame = try Wakeup()
        intake = try Intake(
            directory: directory, sources: sources, milliFramesPerSecond: milliFramesPerSecond, onFrame: onFrame, memoryLimits: memoryLimits
        ) { event in
            events.kept.withLock { $0.append(event) }
            if case .attached(let agent) = event {
                events.intake.withLock { $0?.send(.admit(agent.generation, rank: Int(agent.generation), isStandby: agent.isStandby)) }
            }
        }
        events.intake.withLock { $0 = intake }
    }

    deinit {
        intake.stop()
        list.intake.withLock { $0 = nil }
        HostLock.sweep(directory)
        unlink(directory.lockPath)
        rmdir(directory.path)
    }

    /// What was reported, in its order.
    var events: [IntakeEvent] { list.kept.withLock { $0 } }

    /// What was reported, as `find` makes it out; `nil` if it has not been.
    func event<Found>(_ find: (IntakeEvent) -> Found?) -> Found? { events.lazy.compactMap(find).first }

    func waitForEvent<Found>(_ find: (IntakeEvent) -> Found?) -> Found? {
        var found: Found?
        _ = Watchdog.until(.seconds(20)) {
            found = event(find)
            return found != nil
        }
        return found
    }
}
