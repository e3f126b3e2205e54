public import AppGroup
import Glibc
public import Platform

/// Waits until a host that was told to stop is really gone: its lock released and its process ended.
public struct HostEnding: Sendable {
    public static let timeLimit = Duration.seconds(15)
    private static let pollMilliseconds: Int32 = 20

    public let directory: GroupDirectory
    /// The host that is to end.
    public let pid: Int32

    /// `nil` when no host holds the group's lock.
    public init?(of directory: GroupDirectory) {
        guard let pid = HostLock.holder(of: directory) else { return nil }
        (self.directory, self.pid) = (directory, pid)
    }

    public var isOver: Bool { HostLock.holder(of: directory) != pid && !isAlive }

    /// Blocks the calling thread.
    /// - Parameter onDelay: called once, after a second of waiting.
    /// - Throws: `.notEnding` with the remedy after `timeLimit`.
    @available(*, noasync)
    public func wait(timeLimit: Duration = Self.timeLimit, onDelay: () -> Void) throws(ControlError) {
        let start = MediaTime.now()
        var hasReported = false
        while !isOver {
            let waited = MediaTime.now() - start
            guard waited < timeLimit else {
                throw ControlError(
                    .notEnding, "the host (pid \(pid)) in group '\(directory.name)' has not ended within \(timeLimit): end it with 'kill -9 \(pid)'")
            }
            if !hasReported, waited > .seconds(1) {
                hasReported = true
                onDelay()
            }
            _ = poll(nil, 0, Self.pollMilliseconds)
        }
    }

    /// A process that only waits to be reaped by its parent has ended.
    private var isAlive: Bool {
        guard kill(pid, 0) == 0 || errno == EPERM else { return false }
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return false }
        // "pid (name) S …", and the name may hold anything.
        guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return true }
        return bytes[end + 2] != UInt8(ascii: "Z") && bytes[end + 2] != UInt8(ascii: "X")
    }
}
