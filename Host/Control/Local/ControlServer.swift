public import AppGroup
import Glibc
public import Logging
public import Platform
public import Session

/// Answers on the group's `control.sock` while a session runs, on a thread of its own.
///
/// Nothing here waits: a packet is read when it is there, a request that may wait has a thread of its own, and an answer that a client
/// does not accept at once (its receive buffer is full) ends that client's connection. At most `mostClients` are served at a time: the
/// one that has been silent the longest gives way to the next.
public final class ControlServer: Sendable {
    static let mostClients = 32
    /// Requests that wait, for a target or a sound server; fewer than clients, so that there is always one that can give way.
    static let mostWaiting = 8
    static let idleLimit = Duration.seconds(300)

    private let listener: PacketListener
    private let handler: ControlListener
    private let ending: Wakeup
    /// Something that was carried out is to be answered.
    private let done: Wakeup
    private let log: Logger

    /// Listens at once; a client that connects before `run()` is answered by it. The caller holds the group's `HostLock`.
    public init(in directory: GroupDirectory, session: any SessionControl, log: Logger) throws(ControlError) {
        do throws(GroupError) { listener = try PacketListener(path: directory.controlPath) } catch {
            throw ControlError(.system, error.message, cause: error)
        }
        do throws(SystemError) { (ending, done) = (try Wakeup(), try Wakeup()) } catch {
            throw ControlError("answering on \(directory.controlPath)", error)
        }
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
        var clients: [ControlConnection] = []
        var acceptRest = AcceptRest()
        defer { for client in clients { client.finish() } }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ControlRequest.longestBytes, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            var entries = [ending.descriptor, done.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            entries.append(acceptRest.entry(of: listener, at: .now()))
            let own = entries.count
            entries += clients.map(\.entry)
            let idle = clients.filter { !$0.isWaiting }.map { $0.lastActive + Self.idleLimit }
            _ = pollUntil((idle + [acceptRest.deadline].compactMap(\.self)).min(), &entries, entries.count)
            if entries[0].revents != 0 { return }
            if entries[1].revents != 0 { done.drain() }
            for (client, entry) in zip(clients, entries.dropFirst(own)) where !look(after: client, entry, among: clients, buffer) {
                clients.removeAll { $0 === client }
            }
            if entries[2].revents != 0 { admit(into: &clients, &acceptRest) }
        }
    }

    /// False when the client is done with.
    private func look(
        after client: ControlConnection, _ entry: pollfd, among clients: [ControlConnection], _ buffer: UnsafeMutableRawBufferPointer
    ) -> Bool {
        if client.isWaiting { return client.sendReply() }
        if entry.revents == 0 { return .now() - client.lastActive < Self.idleLimit }
        let mayBegin = clients.count { $0.isWaiting } < Self.mostWaiting
        return client.receive(into: buffer, mayBegin: mayBegin, done: done)
    }

    private func admit(into clients: inout [ControlConnection], _ rest: inout AcceptRest) {
        do throws(GroupError) {
            guard let client = try listener.accept() else { return }
            if clients.count >= Self.mostClients, let silent = clients.filter({ !$0.isWaiting }).min(by: { $0.lastActive < $1.lastActive }) {
                clients.removeAll { $0 === silent }
            }
            clients.append(ControlConnection(client, handler))
        } catch {
            rest.failed(error, at: .now())
            log.warning("control: \(error)")
        }
    }
}
