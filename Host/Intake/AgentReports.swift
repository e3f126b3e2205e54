import Platform
import Synchronization

/// What others see of the agents: a snapshot, and what happened. Who is told of an event, and asks, sees it in the snapshot.
final class AgentReports: @unchecked Sendable {
    // @unchecked: everything but `snapshots` belongs to the intake thread.
    /// Written by the intake thread, which does not wait for it.
    let snapshots = Mutex<[AgentSnapshot]>([])
    private let report: @Sendable (IntakeEvent) -> Void
    private var nextTime = MediaTime.zero
    /// What has happened since the snapshot was written.
    private var untold: [IntakeEvent] = []
    private static let interval = Duration.milliseconds(250)
    private static let retryTime = Duration.milliseconds(1)

    init(_ report: @escaping @Sendable (IntakeEvent) -> Void) { self.report = report }

    /// The next snapshot is due whatever the time.
    func hurry() { nextTime = .zero }

    /// Reports what happened as soon as the snapshot shows it, which is at once unless another thread is just reading it.
    func tell(_ event: IntakeEvent, at now: MediaTime, _ write: (inout [AgentSnapshot]) -> Void) {
        untold.append(event)
        hurry()
        publish(at: now, write)
    }

    /// Writes the snapshot if it is due, and tells what it shows.
    ///
    /// - Parameter write: adds every agent to the empty list.
    func publish(at now: MediaTime, _ write: (inout [AgentSnapshot]) -> Void) {
        guard now >= nextTime else { return }
        let written: Void? = snapshots.withLockIfAvailable { kept in
            kept.removeAll(keepingCapacity: true)
            write(&kept)
        }
        guard written != nil else { return }
        nextTime = now + Self.interval
        tellAll()
    }

    /// When to publish again at the latest, as far as events wait for it.
    func deadline(at now: MediaTime) -> MediaTime? { untold.isEmpty ? nil : now + Self.retryTime }

    /// The thread ends: what waits is told.
    func finish() { tellAll() }

    private func tellAll() {
        for event in untold { report(event) }
        untold.removeAll(keepingCapacity: true)
    }
}
