public import AppGroup
import Glibc
public import Session

/// Asks the host of a group. Every call blocks the calling thread, `timeLimit` at most: never on the cooperative pool.
public struct ControlClient: Sendable {
    public static let timeLimit = Duration.seconds(3)

    public let directory: GroupDirectory
    private let timeLimit: Duration

    /// - Throws: `GroupError`: `.noHost` when the group has no directory, and what else `GroupDirectory` throws.
    public init(_ group: GroupName, timeLimit: Duration = Self.timeLimit) throws(GroupError) {
        directory = try GroupDirectory(group, creating: false)
        self.timeLimit = timeLimit
    }

    @available(*, noasync)
    public func status() throws(ControlError) -> SessionStatus {
        guard let status = try ask(.status).status else {
            throw ControlError(.unreadableAnswer, "the host in group '\(directory.name)' sent no status: is it another version of splitcast?")
        }
        return status
    }

    /// Returns when the host has accepted; it ends a little later (see `HostEnding`).
    @available(*, noasync)
    public func stop() throws(ControlError) { _ = try ask(.stop) }

    @available(*, noasync)
    public func setMicrophoneMuted(_ isMuted: Bool) throws(ControlError) { _ = try ask(isMuted ? .mute : .unmute) }

    @available(*, noasync)
    private func ask(_ action: ControlRequest.Action) throws(ControlError) -> ControlReply {
        let deadline = MediaTime.now() + timeLimit
        let socket = try connect()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
        defer { buffer.deallocate() }
        let received: PacketSocket.Received
        do throws(SystemError) {
            try socket.setNonblocking()
            try socket.send(encoded(action))
            guard socket.waitReadable(until: deadline) else { throw SystemError(operation: "poll", number: ETIMEDOUT) }
            var passed: OwnedDescriptor?
            received = try socket.receive(into: buffer, passed: &passed)
        } catch { throw meaning(of: error) }
        guard case .packet(let count, _) = received else { throw meaning(of: SystemError(operation: "recvmsg", number: EPIPE)) }
        let reply: ControlReply
        do { reply = try ControlJSON.decode(ControlReply.self, from: UnsafeRawBufferPointer(rebasing: buffer[..<count])) } catch {
            throw ControlError(
                .unreadableAnswer, "cannot read what the host in group '\(directory.name)' answered: is it another version of splitcast?")
        }
        if let refusal = reply.error { throw ControlError(.refused, "the host refused: \(refusal.message)") }
        return reply
    }

    private func connect() throws(ControlError) -> PacketSocket {
        do throws(SystemError) { return try PacketSocket(connectingTo: directory.controlPath) } catch { throw meaning(of: error) }
    }

    private func encoded(_ action: ControlRequest.Action) -> [UInt8] {
        Array("{\"v\":\(ControlRequest.version),\"do\":\"\(action.rawValue)\"}".utf8)
    }

    /// A host that holds the lock and cannot be reached is starting, ending or hanging; else there is none.
    private func meaning(of error: SystemError) -> ControlError {
        let name = directory.name
        if let pid = HostLock.holder(of: directory) {
            return ControlError(
                .notAnswering,
                "the host in group '\(name)' (pid \(pid)) does not answer (\(error.reason)): try again, or end it with 'kill \(pid)'")
        }
        return ControlError(.noHost, "no host runs in group '\(name)': start one with 'splitcast live --group \(name)', or give another --group")
    }
}
