import AppGroup
import Foundation

/// Runs `body`; this thread, and every process that the beds start meanwhile, goes before whatever else the machine has to do
/// (SCHED_RR), where that is allowed (root): what is measured is then the product, not a build in the next window.
/// Elsewhere it just runs.
///
/// A stream takes one of two cores at most, so that the rest of the machine goes on.
public func withoutCompetition<Result>(_ body: () throws -> Result) rethrows -> Result {
    var parameter = sched_param(sched_priority: 2)
    guard geteuid() == 0, sched_setscheduler(0, SCHED_RR, &parameter) == 0 else { return try body() }
    Spawner.shared.isRealTime.store(true, ordering: .relaxed)
    defer {
        Spawner.shared.isRealTime.store(false, ordering: .relaxed)
        parameter.sched_priority = 0
        sched_setscheduler(0, SCHED_OTHER, &parameter)
    }
    return try body()
}

extension Stream {
    /// Puts the threads that the host has made nice, its encoder's, behind the rest of what runs `withoutCompetition`, where
    /// niceness alone says nothing: without competition the order among a host's own threads is as it always is.
    public func putNiceThreadsBehind() throws {
        guard Spawner.shared.isRealTime.load(ordering: .relaxed) else { return }
        var last = sched_param(sched_priority: 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/task") {
            guard let thread = pid_t(name), getpriority(Int32(PRIO_PROCESS.rawValue), id_t(thread)) > 0 else { continue }
            sched_setscheduler(thread, SCHED_RR, &last)
        }
    }
}
