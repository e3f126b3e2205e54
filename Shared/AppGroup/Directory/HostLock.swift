import Glibc
public import Platform

/// Held by the one host of a group; goes with the process, however it ends (fcntl(2), open-file-description lock).
///
/// The process that holds the lock owns what lies in the directory: sockets left by a crashed host are removed on acquiring it.
public final class HostLock: Sendable {
    private let directory: GroupDirectory
    private let descriptor: Int32

    /// - Throws: `GroupError.Code.hostRunning` with the pid of the host that holds it.
    public init(_ directory: GroupDirectory) throws(GroupError) {
        self.directory = directory
        do throws(SystemError) {
            descriptor = try systemCall("open") { open(directory.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        } catch { throw GroupError("opening \(directory.lockPath)", error) }
        guard FileLock.acquire(descriptor) else {
            let holder = Self.holder(of: directory).map { "pid \($0)" } ?? "pid unknown"
            close(descriptor)
            throw GroupError(
                .hostRunning,
                "a host already runs in group '\(directory.name)' (\(holder)): "
                    + "stop it with 'splitcast stop --group \(directory.name)', or use another --group"
            )
        }
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        pwrite(descriptor, text, text.count, 0)
        Self.sweep(directory)
    }

    deinit {
        ftruncate(descriptor, 0)
        close(descriptor)
    }

    /// The pid of the host that runs in the group, as its lock says; `nil` when none does.
    public static func holder(of directory: GroupDirectory) -> Int32? {
        FileLock.holder(of: directory.lockPath).flatMap { Int32($0.prefix { $0 != "\n" }) }
    }

    /// Removes sockets and endpoints, of a crashed host or our own; the lock file stays.
    public static func sweep(_ directory: GroupDirectory) {
        for name in fileNames(in: directory.path) where name.hasSuffix(".sock") || name.hasSuffix(".zmq") {
            unlink(directory.path + "/" + name)
        }
    }
}
