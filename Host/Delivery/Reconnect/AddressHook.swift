import Glibc
import Platform

/// A command that supplies a fresh address for a target whose own is used up.
///
/// It is run by `/bin/sh -c` as it is written; what it is about stands in its environment, never in its text:
/// `SPLITCAST_TARGET` (the target's number), `SPLITCAST_URL` (the address so far, keys masked) and `SPLITCAST_REASON` (a code of
/// `DeliveryError`). The first line that it prints is the address; it must end in time, with status 0.
public struct AddressHook: Hashable, Sendable {
    public let command: String
    /// For all of it.
    public var limit: Duration = .seconds(10)
    private static let mostBytes = 8 * 1024

    public init(_ command: String) { self.command = command }

    /// Runs the command and waits for its end. Blocks.
    ///
    /// - Parameters:
    ///   - wakeup: signalled when `isWanted` may have changed.
    ///   - isWanted: false ends it, and the command.
    /// - Throws: what was wrong with the command or its address, which is not in the message. Nothing of the command is left.
    @available(*, noasync)
    func address(
        for target: Int, instead url: TargetURL, reason: DeliveryError.Code, waking wakeup: Wakeup, isWanted: () -> Bool
    ) throws(DeliveryError) -> TargetURL {
        // What it says of its troubles is for anyone who runs it by hand.
        var launch = Launch(program: "/bin/sh", arguments: ["-c", "exec 2>/dev/null\n" + command])
        launch.environment = Self.environment + ["SPLITCAST_TARGET=\(target)", "SPLITCAST_URL=\(url.masked)", "SPLITCAST_REASON=\(reason.rawValue)"]
        launch.endsWithThread = true
        let child: ChildProcess
        do throws(SystemError) { child = try ChildProcess(launch) } catch { throw Self.failure("it could not be started: \(error)", cause: error) }
        let said = try Self.output(of: child, until: .now() + limit, limit, wakeup, isWanted)
        return try Self.parse(said, instead: url)
    }

    private static func output(
        of child: ChildProcess, until deadline: MediaTime, _ limit: Duration, _ wakeup: Wakeup, _ isWanted: () -> Bool
    ) throws(DeliveryError) -> [UInt8] {
        var said: [UInt8] = []
        var isOpen = true
        while true {
            let hasEnded = child.hasEnded
            isOpen = isOpen && read(child.textDescriptor, into: &said)
            if hasEnded {
                guard case .exited(let status) = child.end(patience: .zero) else { throw failure("it was killed") }
                guard status == 0 else { throw failure("it ended with status \(status)") }
                return said
            }
            let isLate = MediaTime.now() >= deadline
            guard isWanted(), !isLate else {
                child.signalFamily(SIGKILL)
                _ = child.end(patience: .zero)
                throw isLate ? failure("it did not end within \(Int(clamping: limit.inSeconds)) s") : DeliveryError(.lost, "broken off as asked")
            }
            wait(child, isOpen, wakeup, until: deadline)
        }
    }

    private static func wait(_ child: ChildProcess, _ isOpen: Bool, _ wakeup: Wakeup, until deadline: MediaTime) {
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { entries in
            entries[0] = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            entries[1] = pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0)
            // poll(2) passes over what is below 0.
            entries[2] = pollfd(fd: isOpen ? child.textDescriptor : -1, events: Int16(POLLIN), revents: 0)
            // Without a pidfd its end is looked for.
            let end = child.endDescriptor >= 0 ? deadline : min(deadline, .now() + .milliseconds(50))
            _ = pollUntil(end, entries.baseAddress!, entries.count)
            if entries[0].revents != 0 { wakeup.drain() }
        }
    }

    /// What has come; only the beginning is kept. False at the end.
    private static func read(_ descriptor: Int32, into said: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
                said += buffer[..<count].prefix(max(0, mostBytes - said.count))
            }
        }
    }

    private static func parse(_ said: [UInt8], instead url: TargetURL) throws(DeliveryError) -> TargetURL {
        let line = String(decoding: said.prefix { $0 != 10 }, as: UTF8.self)
        let text = String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        // Whatever it is, it may hold a key.
        guard text.contains("://") else { throw failure("its first line is \(text.isEmpty ? "empty" : "no address")") }
        let fresh: TargetURL
        do throws(DeliveryError) { fresh = try TargetURL(parsing: text) } catch { throw failure(error.message, cause: error) }
        guard fresh.replaces(url) else { throw failure("\(fresh) is of another kind than \(url)") }
        return fresh
    }

    private static func failure(_ text: String, cause: (any Error)? = nil) -> DeliveryError {
        DeliveryError(.badSetting, "--url-hook: \(text)", cause: cause)
    }

    /// All of ours: it is the user's own command, which may need the credentials of a service.
    private static var environment: [String] { Launch.wholeEnvironment() }
}

extension TargetURL {
    /// Whether a target of `other` may go on with this: the same kind of target, and no less secret.
    package func replaces(_ other: TargetURL) -> Bool {
        switch (kind, other.kind) {
        case (.rtmp(let isSecure), .rtmp(let wasSecure)), (.httpHLS(let isSecure), .httpHLS(let wasSecure)): isSecure || !wasSecure
        case (.srt, .srt), (.udp, .udp): true
        default: false
        }
    }
}
