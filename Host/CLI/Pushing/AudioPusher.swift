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
    private let connection: PushConnection

    /// Connects and greets.
    ///
    /// - Throws: `group` when there is no host, `failed` with the host's message when it refuses.
    init(_ group: GroupName, name: PushName, _ format: PCMFormat, extra: String) throws(CommandFailure) {
        do throws(GroupError) { directory = try GroupDirectory(group, creating: false) } catch { throw CommandFailure(error) }
        do throws(SystemError) { connection = try PushConnection(directory, format) } catch { throw Self.absent(directory, error) }
        let answer: PushConnection.Answer
        do throws(SystemError) { answer = try connection.greet(name, extra: extra, until: .now() + Self.patience) } catch { throw broken(error) }
        guard try understand(answer) == .accepted else {
            throw CommandFailure(.group, "the host in group '\(group)' does not answer: try again")
        }
    }

    /// Pushes all of it. Blocks until it was heard, or a signal comes.
    @available(*, noasync)
    func push(_ input: SampleInput, signals: ProcessSignals) throws(CommandFailure) -> End {
        while !(input.isAtEnd && input.block.isEmpty) {
            let mustSend = input.isReady
            var entries = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection.descriptor, events: Int16(mustSend ? POLLIN | POLLOUT : POLLIN), revents: 0),
                pollfd(fd: mustSend ? -1 : input.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = pollUntil(nil, &entries, entries.count)
            if entries[0].revents != 0 {
                try end()
                return .interrupted
            }
            if entries[1].revents & Int16(POLLIN | POLLHUP) != 0 { try hear() }
            if entries[1].revents & Int16(POLLOUT) != 0 {
                if try attempt({ () throws(SystemError) in try connection.send(input.block) }) { input.drop() }
            }
            if entries[2].revents != 0 { try input.read() }
        }
        try end()
        return .heard
    }

    /// Says that there is no more, and waits until the host has played it.
    private func end() throws(CommandFailure) {
        let deadline = MediaTime.now() + Self.patience
        while try !attempt({ () throws(SystemError) in try connection.finish() }) {
            var entry = pollfd(fd: connection.descriptor, events: Int16(POLLOUT), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else {
                throw CommandFailure(.group, "the host in group '\(directory.name)' accepts no audio: is it paused or hanging?")
            }
        }
        while connection.waitReadable(until: deadline) {
            if try hear(mayEnd: true) == .ended { return }
        }
    }

    /// Reads one message of the host. A refusal is thrown, its end too unless `mayEnd`.
    @discardableResult
    private func hear(mayEnd: Bool = false) throws(CommandFailure) -> PushConnection.Answer {
        let answer: PushConnection.Answer
        do throws(SystemError) { answer = try connection.receive() } catch { throw broken(error) }
        return try understand(answer, mayEnd: mayEnd)
    }

    private func understand(_ answer: PushConnection.Answer, mayEnd: Bool = false) throws(CommandFailure) -> PushConnection.Answer {
        switch answer {
        case .refused(let refused): throw refusal(refused)
        case .unreadable(let error):
            throw CommandFailure(.group, "cannot read what the host in group '\(directory.name)' answered (\(error)): is it another version?")
        case .ended where !mayEnd: throw CommandFailure(.group, "the host in group '\(directory.name)' went away")
        case .nothing, .accepted, .ended: return answer
        }
    }

    private func refusal(_ refusal: AudioRefusal) -> CommandFailure {
        switch refusal.reason {
        case .sessionFinished: CommandFailure(.group, "the host in group '\(directory.name)' has ended")
        case .badName, .nameTaken: CommandFailure(.failed, "--name: \(refusal.message)")
        default: CommandFailure(.failed, "the host refused: \(refusal.message)")
        }
    }

    /// False when the host accepts no more for now.
    private func attempt(_ send: () throws(SystemError) -> Bool) throws(CommandFailure) -> Bool {
        do throws(SystemError) { return try send() } catch {
            // It may have said why.
            try hear()
            throw broken(error)
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
