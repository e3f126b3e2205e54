import Glibc
import Platform
import Synchronization

/// A process that encodes, at the other end of a socket: it answers each message, or is ended. Belongs to one thread, which starts it: the
/// kernel ends the process with that thread, also when the host is killed.
final class EncoderProcess {
    private let child: ChildProcess
    private let socket: PacketSocket
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: EncoderAnswer.largestMessageBytes, alignment: 8)
    private var text: DriverText
    /// Why it is there no more.
    private var failure: CodecError?
    /// Those that were ended and are not gone yet: the kernel may wait for a device in their place.
    private static let leaving = Mutex<[ChildProcess]>([])
    private static let mostWaiting: Int32 = 32 * 1024
    /// For a process to be gone once it was killed, or has hung up: the encoder that takes its place waits meanwhile.
    private static let patience = Duration.milliseconds(500)

    init(_ program: EncoderProgram) throws(SystemError) {
        Self.reapLeaving()
        let ends = try PacketSocket.pair(mostWaiting: Self.mostWaiting)
        var launch = Launch(program: program.program, arguments: program.arguments)
        // Drivers are chosen by variables of their own. A backtrace of a crash would keep the picture from the encoder that goes on.
        launch.environment = Launch.wholeEnvironment().filter { !$0.hasPrefix("SWIFT_BACKTRACE=") } + ["SWIFT_BACKTRACE=enable=no"]
        (launch.input, launch.gainsNoPrivileges, launch.endsWithThread) = (ends.other.descriptor, true, true)
        launch.mostDataBytes = EncoderProgram.mostDataBytes
        child = try ChildProcess(launch)
        (socket, text) = (ends.own, DriverText(heard: program.heard))
        withExtendedLifetime(ends.other) {}
    }

    deinit {
        end()
        buffer.deallocate()
    }

    var processID: Int32 { child.processID }

    /// Sends a message; does not wait.
    ///
    /// - Parameter descriptor: borrowed.
    /// - Throws: why the process is gone; `.library` where it does not read.
    func send(_ message: [some BitwiseCopyable], descriptor: Int32? = nil) throws(CodecError) {
        if let failure { throw failure }
        do throws(SystemError) { try socket.send(message, descriptor: descriptor) } catch {
            throw fail(error.number == EPIPE || error.number == ECONNRESET ? conclude() : MessageFields.wrong)
        }
    }

    /// Waits for its answer, which is valid until the next call.
    ///
    /// - Throws: `.interrupted` where it does not come in time, `.ended` where the process has ended: neither answers again.
    func answer(by deadline: MediaTime) throws(CodecError) -> UnsafeRawBufferPointer {
        if let failure { throw failure }
        while true {
            // What it started may hold its end of the socket: asked before, so that what it sent last is read.
            let hasEnded = child.hasEnded
            switch received() {
            case .packet(let count, _)?: return UnsafeRawBufferPointer(rebasing: buffer[..<count])
            case .end?: throw fail(conclude())
            case .nothing?: if hasEnded { throw fail(conclude()) }
            case nil: throw fail(MessageFields.wrong)
            }
            guard MediaTime.now() < deadline else {
                throw fail(CodecError(.interrupted, operation: "encode", message: "it does not answer: its driver hangs"))
            }
            var entries = [
                pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: text.isEnded ? -1 : child.textDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, $0.count) }
            if entries[2].revents != 0 { text.read(child.textDescriptor) }
        }
    }

    /// `nil` for what does not fit into an answer.
    private func received() -> PacketSocket.Received? {
        var passed: OwnedDescriptor?
        do throws(SystemError) { return try socket.receive(into: buffer, passed: &passed) } catch { return nil }
    }

    /// Ends it for this reason, which is what everything throws from now on.
    @discardableResult
    func fail(_ error: CodecError) -> CodecError {
        if failure == nil { failure = error }
        end()
        return error
    }

    /// It has hung up: why.
    private func conclude() -> CodecError {
        let ended = awaitEnd()
        text.read(child.textDescriptor)
        let how =
            switch ended {
            case .killed(let signal)?: "it crashed (signal \(signal))"
            case .exited(let status)?: "its process ended (status \(status))"
            case nil: "its process hung up"
            }
        return CodecError(.ended, operation: "encode", message: text.last.isEmpty ? how : "\(how): \(text.last)")
    }

    private func awaitEnd() -> ChildProcess.End? {
        var entry = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
        let deadline = MediaTime.now() + Self.patience
        while true {
            if let end = child.reap() { return end }
            let now = MediaTime.now()
            guard now < deadline else { return nil }
            _ = pollUntil(min(deadline, now + .milliseconds(20)), &entry, child.endDescriptor >= 0 ? 1 : 0)
        }
    }

    /// With all that it started. Calling it again does nothing.
    private func end() {
        guard child.reap() == nil else { return }
        child.signalFamily(SIGKILL)
        guard awaitEnd() == nil else { return }
        Self.leaving.withLock { [child] leaving in if !leaving.contains(where: { $0 === child }) { leaving.append(child) } }
    }

    private static func reapLeaving() { leaving.withLock { $0.removeAll { $0.reap() != nil } } }
}
