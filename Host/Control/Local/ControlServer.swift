public import AppGroup
import Glibc
public import Logging
import Platform
public import Session

/// Answers on the group's `control.sock` while a session runs, on a thread of its own.
///
/// Nothing here waits for a client: a packet is read when it is there, and an answer that a client does not accept
/// at once (its receive buffer is full) ends that client's connection. At most `mostClients` are served at a time.
public final class ControlServer: Sendable {
    static let mostClients = 32

    private let listener: PacketListener
    private let handler: ControlListener
    private let ending: Wakeup
    private let log: Logger

    /// Listens at once; a client that connects before `run()` is answered by it. The caller holds the group's `HostLock`.
    public init(in directory: GroupDirectory, session: any SessionControl, log: Logger) throws(ControlError) {
        do throws(GroupError) { listener = try PacketListener(path: directory.controlPath) } catch { throw ControlError(.system, error.message) }
        do throws(SystemError) { ending = try Wakeup() } catch { throw ControlError("answering on \(directory.controlPath)", error) }
        handler = ControlListener(session: session)
        self.log = log
    }

    /// Serves until the task is cancelled.
    public func run() async throws(ControlError) {
        do throws(SystemError) {
            try await runOnThread("control", stop: { self.ending.signal() }, body: { self.serve() })
        } catch { throw ControlError("answering on the control socket", error) }
    }

    @available(*, noasync)
    private func serve() {
        var clients: [PacketSocket] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ControlRequest.longestBytes, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            var entries = [pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0)]
            entries.append(pollfd(fd: listener.descriptor, events: Int16(clients.count < Self.mostClients ? POLLIN : 0), revents: 0))
            entries += clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard pollUntil(nil, &entries, entries.count) > 0 else { continue }
            if entries[0].revents != 0 { return }
            var kept: [PacketSocket] = []
            for (client, entry) in zip(clients, entries.dropFirst(2)) where entry.revents == 0 || answer(client, buffer) { kept.append(client) }
            clients = kept
            if entries[1].revents != 0 { admit(into: &clients) }
        }
    }

    private func admit(into clients: inout [PacketSocket]) {
        do {
            guard let client = try listener.accept() else { return }
            try client.setNonblocking()
            clients.append(client)
        } catch { log.warning("control: \(error)") }
    }

    /// False when the client is done with, or misbehaved.
    private func answer(_ client: PacketSocket, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        do throws(SystemError) {
            var passed: OwnedDescriptor?
            switch try client.receive(into: buffer, passed: &passed) {
            case .nothing: return true
            case .end: return false
            case .packet(let count, _):
                try client.send(handler.answer(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
                return true
            }
        } catch {
            // A packet that does not fit the buffer is said to be malformed; its sender may try again.
            guard error.number == EMSGSIZE else { return false }
            do throws(SystemError) {
                try client.send(handler.answer(UnsafeRawBufferPointer(start: nil, count: 0)))
                return true
            } catch { return false }
        }
    }
}
