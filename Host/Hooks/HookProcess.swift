import AppGroup
import Glibc
import Platform
import Supervision

/// A hook that runs, under a guard: whatever it starts ends with it, and all of it with the host. Belongs to one thread.
final class HookProcess {
    enum Outcome: Hashable {
        case succeeded
        case failed(String)
        /// We ended it, since the host ends.
        case stopped
    }

    /// For a guard to end what it guards.
    private static let guardPatience = Duration.seconds(2)
    /// More is no output of a command, but one that has gone mad.
    private static let mostBytes = 1 << 20
    /// What is passed on of its last line.
    private static let mostSaid = 200

    let run: HookRun
    private let child: ChildProcess
    private let limit: Duration
    /// When it is ended; then when it is killed.
    private(set) var deadline: MediaTime
    /// Why we end it.
    private var ending: Outcome?
    private var isTextOpen = true
    private var bytes = 0
    private var tail: [UInt8] = []

    /// - Parameter splitcast: where that lies, which guards it.
    /// - Throws: `SystemError` where it cannot be started.
    @available(*, noasync)
    init(_ run: HookRun, of hook: EventHook, group: GroupName, by splitcast: String) throws(SystemError) {
        let input = try HookInput.file(of: run.event)
        let command = ProgramGuard.commandLine(ofShell: hook.command, by: splitcast)
        var launch = Launch(program: command.program, arguments: command.arguments)
        launch.environment += ["SPLITCAST_GROUP=\(group.text)", "SPLITCAST_EVENT=\(run.event.code)"]
        (launch.input, launch.endsWithThread) = (input.number, true)
        child = try ChildProcess(launch)
        (self.run, limit, deadline) = (run, hook.limit, .now() + hook.limit)
    }

    deinit {
        child.signal(SIGKILL)
        _ = child.end(patience: .zero)
    }

    /// What it waits for, for poll(2): its end, and what it prints.
    var interests: [pollfd] {
        [
            pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isTextOpen ? child.textDescriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
    }

    /// When to look again at the latest: without a pidfd its end tells nothing.
    func nextLook(at now: MediaTime) -> MediaTime { child.endDescriptor >= 0 ? deadline : min(deadline, now + .milliseconds(50)) }

    /// Begins to end it.
    func stop(_ why: Outcome = .stopped, at now: MediaTime) {
        guard ending == nil else { return }
        (ending, deadline) = (why, now + Self.guardPatience)
        child.signal(SIGTERM)
    }

    /// Reads what it has printed, and ends it where its time is over.
    ///
    /// - Returns: how it ended; `nil` while it runs.
    func look(at now: MediaTime) -> Outcome? {
        let hasEnded = child.hasEnded
        read()
        if hasEnded {
            // The guard has ended everything; where it was killed, what is in its session goes with it.
            child.signalFamily(SIGKILL)
            guard let end = child.reap() else { return nil }
            return ending ?? outcome(of: end)
        }
        if bytes > Self.mostBytes { stop(.failed("it printed more than \(Self.mostBytes >> 20) MiB"), at: now) }
        guard now >= deadline else { return nil }
        if ending == nil {
            stop(.failed("it did not end within \(Int(clamping: limit.inSeconds)) s"), at: now)
        } else {
            child.signal(SIGKILL)
            deadline = now + Self.guardPatience
        }
        return nil
    }

    private func outcome(of end: ChildProcess.End) -> Outcome {
        switch end {
        case .exited(0): .succeeded
        case .exited(let status): .failed("it ended with status \(status)\(said)")
        case .killed(let signal): .failed("it was ended by signal \(signal)\(said)")
        }
    }

    /// Its last line, addresses masked: commands such as curl repeat theirs.
    private var said: String {
        let line = String(decoding: tail, as: UTF8.self).split(whereSeparator: \.isNewline).last ?? ""
        let words = line.split(separator: " ").map { MaskedAddress.ofArgument(String($0)) }.joined(separator: " ")
        return words.isEmpty ? "" : ", saying: \(words.prefix(Self.mostSaid))"
    }

    private func read() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while isTextOpen, bytes <= Self.mostBytes {
                let count = Glibc.read(child.textDescriptor, buffer.baseAddress, buffer.count)
                if count == 0 { isTextOpen = false }
                guard count > 0 else { return }
                bytes += count
                tail = (tail + buffer[..<count]).suffix(1024)
            }
            if bytes > Self.mostBytes { isTextOpen = false }
        }
    }
}
