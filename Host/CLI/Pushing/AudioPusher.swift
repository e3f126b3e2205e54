import AgentProtocol
import AppGroup
import Glibc
import Platform

/// Pushes samples into the mix of a host, as fast as the host accepts them. One thread.
final class AudioPusher {
    /// How it ended.
    enum End: Equatable {
        /// All was heard.
        case heard
        /// Ctrl-C: what the host has is played.
        case interrupted
    }

    /// An answer to the greeting takes no longer, nor does the end of what the host has queued.
    private static let patience = Duration.seconds(5)

    private let directory: GroupDirectory
    private let socket: PacketSocket
    private let format: PCMFormat
    private let buffer = WireBuffer()
    private let inbox = UnsafeMutableRawBufferPointer.allocate(byteCount: WireBuffer.capacity, alignment: 16)

    /// Connects and greets.
    ///
    /// - Throws: `group` when there is no host, `failed` with the host's message when it refuses.
    init(_ group: GroupName, name: PushName, _ format: PCMFormat, extra: String) throws(CommandFailure) {
        self.format = format
        do throws(GroupError) { directory = try GroupDirectory(group, creating: false) } catch { throw CommandFailure(error) }
        do throws(SystemError) {
            socket = try PacketSocket(connectingTo: directory.soundPath)
            try socket.setNonblocking()
        } catch { throw Self.absent(directory, error) }
        AudioHello(format: format, name: name.text, extra: extra).encode(into: buffer)
        try send(until: .now() + Self.patience)
        guard socket.waitReadable(until: .now() + Self.patience), try hear() == .answered else {
            throw CommandFailure(.group, "the host in group '\(group)' does not answer: try again")
        }
    }

    deinit { inbox.deallocate() }

    /// Pushes all of it. Blocks until it was heard, or a signal comes.
    @available(*, noasync)
    func push(_ input: SampleInput, signals: ProcessSignals) throws(CommandFailure) -> End {
        while !(input.isAtEnd && input.block.isEmpty) {
            let mustSend = input.isReady
            var entries = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket.descriptor, events: Int16(mustSend ? POLLIN | POLLOUT : POLLIN), revents: 0),
                pollfd(fd: mustSend ? -1 : input.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = pollUntil(nil, &entries, entries.count)
            if entries[0].revents != 0 {
                try end()
                return .interrupted
            }
            if entries[1].revents & Int16(POLLIN | POLLHUP) != 0 { try hear() }
            if entries[1].revents & Int16(POLLOUT) != 0 {
                AudioBlock.encode(input.block, of: format, into: buffer)
                if try trySend() { input.drop() }
            }
            if entries[2].revents != 0 { try input.read() }
        }
        try end()
        return .heard
    }

    /// Says that there is no more, and waits until the host has played it.
    private func end() throws(CommandFailure) {
        AudioEnd().encode(into: buffer)
        let deadline = MediaTime.now() + Self.patience
        try send(until: deadline)
        while socket.waitReadable(until: deadline) {
            if try hear(mayEnd: true) == .ended { return }
        }
    }

    private enum Heard {
        case answered, nothing, ended
    }

    /// Reads one message of the host. A refusal is thrown, its end too unless `mayEnd`.
    @discardableResult
    private func hear(mayEnd: Bool = false) throws(CommandFailure) -> Heard {
        var passed: OwnedDescriptor?
        let received: PacketSocket.Received
        do throws(SystemError) { received = try socket.receive(into: inbox, passed: &passed) } catch { throw broken(error) }
        switch received {
        case .nothing: return .nothing
        case .end:
            if mayEnd { return .ended }
            throw CommandFailure(.group, "the host in group '\(directory.name)' went away")
        case .packet(let count, _):
            return try understand(UnsafeRawBufferPointer(rebasing: inbox[..<count]))
        }
    }

    private func understand(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) -> Heard {
        let refused: AudioRefusal
        do throws(WireError) {
            switch try messageKind(of: bytes) {
            case .soundAccepted: return .answered
            case .soundRefusal: refused = try AudioRefusal.decode(bytes)
            default: return .nothing
            }
        } catch {
            throw CommandFailure(.group, "cannot read what the host in group '\(directory.name)' answered (\(error)): is it another version?")
        }
        throw refusal(refused)
    }

    private func refusal(_ refusal: AudioRefusal) -> CommandFailure {
        switch refusal.reason {
        case .sessionFinished: CommandFailure(.group, "the host in group '\(directory.name)' has ended")
        case .badName, .nameTaken: CommandFailure(.failed, "--name: \(refusal.message)")
        default: CommandFailure(.failed, "the host refused: \(refusal.message)")
        }
    }

    /// False when the host accepts no more for now.
    private func trySend() throws(CommandFailure) -> Bool {
        do throws(SystemError) {
            try socket.send(buffer.bytes)
            return true
        } catch {
            if error.number == EAGAIN { return false }
            // It may have said why.
            try hear()
            throw broken(error)
        }
    }

    private func send(until deadline: MediaTime) throws(CommandFailure) {
        while try !trySend() {
            var entry = pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else {
                throw CommandFailure(.group, "the host in group '\(directory.name)' accepts no audio: is it paused or hanging?")
            }
        }
    }

    private func broken(_ error: SystemError) -> CommandFailure {
        CommandFailure(.group, "the connection to the host in group '\(directory.name)' broke: \(error.reason)")
    }

    private static func absent(_ directory: GroupDirectory, _ error: SystemError) -> CommandFailure {
        let name = directory.name
        guard HostLock.holder(of: directory) == nil else {
            return CommandFailure(
                .group, "the host in group '\(name)' accepts no pushed audio (\(error.reason)): is it starting, or an older version?")
        }
        return CommandFailure(.group, "no host runs in group '\(name)': start one with 'splitcast live --group \(name)', or give another --group")
    }
}
