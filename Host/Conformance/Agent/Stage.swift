import AppGroup
import Glibc
import Platform

/// The host's socket as an agent under examination finds it: opened and closed at will.
final class Stage {
    static let heartbeat = Duration.milliseconds(200)
    static let silence = Duration.milliseconds(800)

    let group: PrivateGroup
    let interruption: Interruption
    private var listener: PacketListener?
    private var lastGeneration: UInt32 = 7000

    init(_ group: PrivateGroup, _ interruption: Interruption) { (self.group, self.interruption) = (group, interruption) }

    func open() throws(ConformanceError) {
        guard listener == nil else { return }
        do throws(GroupError) { listener = try PacketListener(path: group.directory.handoffPath) } catch { throw ConformanceError(error) }
    }

    /// The socket is gone, as when a host ends.
    func close() { listener = nil }

    func nextGeneration() -> UInt32 {
        lastGeneration += 1
        return lastGeneration
    }

    /// The next agent that connects; `nil` when none came in time, or the process that should come has ended.
    @available(*, noasync)
    func accept(until deadline: MediaTime, from process: WatchedProcess) throws(ConformanceError) -> PacketSocket? {
        guard let listener else { return nil }
        while true {
            do throws(GroupError) { if let socket = try listener.accept() { return socket } } catch { throw ConformanceError(error) }
            guard process.isRunning, .now() < deadline, !interruption.hasCome else { return nil }
            wait(for: [listener.descriptor, process.textDescriptor, process.endDescriptor], until: deadline)
        }
    }

    /// Until one of the descriptors is readable, someone asks for an end, or it is time.
    @available(*, noasync)
    func wait(for descriptors: [Int32], until deadline: MediaTime) {
        var entries = (descriptors + [interruption.descriptor]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = pollUntil(deadline, &entries, entries.count)
        // A pipe whose writer is gone stays readable: do not turn at full speed.
        if entries.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) { _ = pollUntil(min(deadline, .now() + .milliseconds(2)), &entries, 0) }
    }
}
