public import AppGroup
import Glibc
public import Platform

/// A process that takes apart what others made, or filters pictures, at the other end of a socket: in its memory limit before it runs, and ended
/// with its owner.
///
/// Belongs to one thread, which starts it, listens to it and ends it: the kernel ends the process with that thread, also when it hangs.
public final class DecoderProcess {
    /// What came of waiting for it.
    public enum Arrival {
        /// Valid until the next call.
        case packet(UnsafeRawBufferPointer)
        /// The wake-up was signalled, and is not any more.
        case woken
        /// Nothing until the deadline.
        case late
        /// It is gone: why, as in "it was ended by signal 9".
        case ended(why: String)
    }

    /// Of packets that wait to be received.
    private static let mostWaiting: Int32 = 32 * 1024

    /// Characters of its last line that are passed on.
    private static let mostSaid = 200

    /// For a guard to end what it guards.
    private static let guardPatience = Duration.seconds(2)

    private let process: LimitedProcess
    private let limits: AgentLimits
    private let isGuard: Bool
    private let socket: PacketSocket
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
    private var text = LineSplitter()
    private var output = LastOutput()
    private var outputLimit = OutputLimit(at: .now())

    /// Starts it. Blocks as `LimitedProcess` does.
    ///
    /// - Parameters:
    ///   - group: part of the control group's name.
    ///   - isGuard: it ends others when it gets SIGTERM (`ProgramGuard`), and is to have the time for it.
    /// - Throws: `SystemError` when it cannot be started.
    @available(*, noasync)
    public init(_ command: AgentCommandLine, group: GroupName, limits: AgentLimits, isGuard: Bool = false) throws(SystemError) {
        let ends = try PacketSocket.pair(mostWaiting: Self.mostWaiting)
        var launch = Launch(program: command.program, arguments: command.arguments)
        (launch.input, launch.gainsNoPrivileges, launch.endsWithThread) = (ends.other.descriptor, true, true)
        process = try LimitedProcess(launch, limits: limits, group: group)
        (socket, self.limits, self.isGuard) = (ends.own, limits, isGuard)
        withExtendedLifetime(ends.other) {}
    }

    deinit {
        end()
        buffer.deallocate()
    }

    public var processID: Int32 { process.child.processID }

    /// Sends one packet, with a descriptor (borrowed) if given. Does not wait.
    /// - Throws: EAGAIN when it does not read, EPIPE when it is gone.
    public func send(_ bytes: UnsafeRawBufferPointer, descriptor: Int32? = nil) throws(SystemError) {
        try socket.send(bytes, descriptor: descriptor)
    }

    /// Waits for its next packet.
    @available(*, noasync)
    public func next(until deadline: MediaTime, or wakeup: Wakeup) -> Arrival {
        while true {
            var passed: OwnedDescriptor?
            do throws(SystemError) {
                switch try socket.receive(into: buffer, passed: &passed) {
                case .packet(let count, _): return .packet(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                case .end: return .ended(why: conclude())
                case .nothing: break
                }
            } catch { return .ended(why: conclude()) }
            let now = MediaTime.now()
            guard now < deadline else { return .late }
            _ = outputLimit.advance(to: now)
            let readsText = !text.isEnded && outputLimit.bytes > 0
            var entries = [
                pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: readsText ? process.child.textDescriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            let until = min(deadline, outputLimit.deadline ?? deadline)
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(until, $0.baseAddress!, $0.count) }
            if entries[2].revents != 0 { listen(atMost: outputLimit.bytes) }
            if entries[1].revents != 0 {
                wakeup.drain()
                return .woken
            }
        }
    }

    /// Ends it (SIGKILL, a guard SIGTERM at first) and waits until it is gone. Calling it again does nothing.
    @available(*, noasync)
    public func end() {
        kill()
        _ = reap(patience: .seconds(3600))
        CgroupManager.shared.finish()
    }

    private func kill() {
        if isGuard {
            process.child.signal(SIGTERM)
            guard reap(patience: Self.guardPatience) == nil else { return }
        }
        process.child.signal(SIGKILL)
    }

    private func listen(atMost most: Int) {
        let (lines, bytes) = text.read(process.child.textDescriptor, atMost: most)
        outputLimit.took(bytes: bytes)
        for line in lines { _ = output.take(line) }
    }

    private func reap(patience: Duration) -> LimitedProcess.Ending? {
        let deadline = MediaTime.now() + patience
        while true {
            if process.child.hasEnded { listen(atMost: OutputLimit.bytesAtEnd) }
            if let ending = process.reap(lastWords: output.lines) { return ending }
            guard MediaTime.now() < deadline else { return nil }
            var entry = pollfd(fd: process.child.endDescriptor, events: Int16(POLLIN), revents: 0)
            _ = pollUntil(min(deadline, .now() + .milliseconds(50)), &entry, process.child.endDescriptor >= 0 ? 1 : 0)
        }
    }

    /// It has hung up: it has ended, or is about to.
    private func conclude() -> String {
        guard let ending = reap(patience: .seconds(2)) else {
            kill()
            return "it hung up"
        }
        if ending.isMemoryLimit { return "it needed more than its memory limit of \(limits.words)" }
        if !output.failure.isEmpty { return output.failure }
        let said = output.lines.last.map { ", saying: \($0.prefix(Self.mostSaid))" } ?? ""
        switch ending.end {
        case .exited(let code): return "it ended with exit code \(code)\(said)"
        case .killed(let signal): return "it was ended by signal \(signal)\(said)"
        }
    }
}
