import CLinux
import Glibc
import Synchronization

/// A file that one process at a time holds, until it lets go or ends, however it ends (fcntl(2), open-file-description lock).
/// Its text says who that is. Any thread.
public final class FileLock: Sendable {
    private let path: String
    private let descriptor: Int32
    /// Of this process.
    private static let held = Mutex<Set<String>>([])

    /// Acquires the lock, making the file.
    ///
    /// - Returns: `nil` when another holds it; `holder(of:)` says who.
    /// - Throws: `SystemError` when the file cannot be opened.
    public init?(path: String, text: String) throws(SystemError) {
        while true {
            let opened = try systemCall("open") { open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
            guard Self.acquire(opened) else {
                close(opened)
                return nil
            }
            // The process that held it before may have removed the file meanwhile.
            guard Self.isNamed(opened, path) else {
                close(opened)
                continue
            }
            let bytes = Array(text.utf8)
            ftruncate(opened, 0)
            pwrite(opened, bytes, bytes.count, 0)
            (self.path, descriptor) = (path, opened)
            _ = Self.held.withLock { $0.insert(path) }
            return
        }
    }

    /// The text of the process that holds the lock; `nil` when none does.
    public static func holder(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard isHeld(descriptor) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        return String(decoding: bytes[0..<max(0, read(descriptor, &bytes, bytes.count))], as: UTF8.self)
    }

    /// Removes the files of a directory that were left by holders that ended without removing them, as `kill -9` makes them.
    public static func sweep(_ directory: String, prefix: String) {
        for name in fileNames(in: directory) where name.hasPrefix(prefix) {
            let path = directory + "/" + name
            let opened = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard opened >= 0 else { continue }
            if acquire(opened), isNamed(opened, path) { unlink(path) }
            close(opened)
        }
    }

    /// Removes the files of all that this process still holds, at its end: `exit` ends no object. The locks go with the process.
    public static func removeHeld() { removeHeld(below: "") }

    static func removeHeld(below folder: String) {
        held.withLock { paths in
            for path in paths where path.hasPrefix(folder) {
                unlink(path)
                paths.remove(path)
            }
        }
    }

    private static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        var (ours, named) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino
    }

    /// Acquires the lock of an open file, without waiting; it goes with the descriptor. False when another process holds it.
    public static func acquire(_ descriptor: Int32) -> Bool { clinux_try_lock(descriptor) == 0 }

    /// Whether another process holds the lock of an open file.
    private static func isHeld(_ descriptor: Int32) -> Bool { clinux_is_locked(descriptor) != 0 }

    deinit {
        // After `removeHeld` it may be another's.
        if Self.held.withLock({ $0.remove(path) }) != nil { unlink(path) }
        close(descriptor)
    }
}
