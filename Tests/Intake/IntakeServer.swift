import AgentProtocol
import AppGroup
import Glibc
import Platform
import Synchronization

@testable import Intake

/// An intake in a group of its own, and what it reported.
final class IntakeServer {
    let directory: GroupDirectory
    let lock: HostLock
    let intake: Intake
    private let events: EventList

    final class EventList: Sendable {
        let kept = Mutex<[IntakeEvent]>([])
    }

    init() throws {
        directory = try GroupDirectory(GroupName("t-\(getpid())-\(GroupDirectory.makeToken().prefix(8))"), creating: true)
        lock = try HostLock(directory)
        let events = EventList()
        self.events = events
        intake = try Intake(directory: directory, milliFramesPerSecond: 30_000, onFrame: Wakeup()) { event in
            events.kept.withLock { $0.append(event) }
        }
    }

    deinit {
        intake.stop()
        HostLock.sweep(directory)
        unlink(directory.lockPath)
        rmdir(directory.path)
    }

    func waitForEvent<Found>(_ find: (IntakeEvent) -> Found?) -> Found? {
        let deadline = MediaTime.now() + .seconds(20)
        while MediaTime.now() < deadline {
            let reported = events.kept.withLock { $0 }
            if let found = reported.lazy.compactMap(find).first { return found }
            poll(nil, 0, 5)
        }
        return nil
    }
}
