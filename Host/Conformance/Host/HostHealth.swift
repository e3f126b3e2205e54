import Control
import Session

/// How a host and its broadcast are, at one moment.
struct HostHealth {
    let status: SessionStatus
    let figures: ProcessFigures

    @available(*, noasync)
    init(_ client: ControlClient) throws(ControlError) {
        status = try client.status()
        figures = ProcessFigures(of: status.pid)
    }

    var live: SessionStatus.Agent? { status.agents.first { $0.isLive } }

    /// What the attack before has done to the broadcast; `nil` when nothing.
    /// - Parameter isReplaced: the live agent was meant to change.
    func harm(since before: HostHealth, isReplaced: Bool) -> String? {
        if status.pid != before.status.pid { return "the host is another process now (pid \(status.pid), was \(before.status.pid))" }
        if !isReplaced, let agent = before.live, live?.id != agent.id {
            let reason = status.departed.last { $0.id == agent.id }.map { ", which ended with \($0.endReason)" } ?? ""
            return "agent \(agent.id) is no longer live\(reason)"
        }
        if status.picture.framesEncoded <= before.status.picture.framesEncoded {
            return "no frame was encoded since (\(status.picture.framesEncoded))"
        }
        if status.picture.failed > before.status.picture.failed { return "frames failed to encode: \(status.picture.lastError)" }
        for target in before.status.targets where target.state == "live" || target.state == "connected" {
            guard let now = status.targets.first(where: { $0.id == target.id }) else { return "target \(target.id) is gone" }
            if now.state != target.state, now.state != "live" {
                return "target \(target.id) was \(target.state) and is \(now.state) \(now.lastError)"
            }
            if now.reconnects > target.reconnects { return "target \(target.id) had to reconnect" }
        }
        return nil
    }

    // Beyond these, something grows: a few threads and descriptors come and go with page clients and control connections.
    static let mostDescriptors = 12
    static let mostThreads = 3
    static let mostMemoryKiB = 32 * 1024

    /// What the process holds more than before, beyond what comes and goes; `nil` when nothing.
    func growth(since before: HostHealth) -> String? {
        let (now, then) = (figures, before.figures)
        if now.descriptors > then.descriptors + Self.mostDescriptors {
            return "the host has \(now.descriptors) descriptors, it had \(then.descriptors)"
        }
        if now.threads > then.threads + Self.mostThreads { return "the host has \(now.threads) threads, it had \(then.threads)" }
        if now.anonymousKiB > then.anonymousKiB + Self.mostMemoryKiB { return "the host has \(now.anonymousKiB) KiB, it had \(then.anonymousKiB)" }
        if now.sharedKiB > then.sharedKiB + Self.mostMemoryKiB {
            return "the host maps \(now.sharedKiB) KiB of shared memory, it mapped \(then.sharedKiB)"
        }
        return nil
    }
}
