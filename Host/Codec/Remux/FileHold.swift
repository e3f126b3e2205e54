import Glibc

/// Tells other processes and threads of this machine that a file is being written: flock(2), which goes with the descriptor, however its
/// process ends. Where a file system has no such locks, no file is seen to be held.
package enum FileHold {
    /// Until the open file of `descriptor` is closed.
    package static func hold(_ descriptor: Int32) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

    /// Whether a regular file of that name is being written; follows links.
    package static func isHeld(_ path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
