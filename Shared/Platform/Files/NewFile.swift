import CLinux
import Glibc
import Synchronization

/// A file that is written whole under a hidden name, and gets its own in one step. One that gets none goes with its owner.
/// Belongs to one thread; what it does waits for the disk.
public struct NewFile: ~Copyable {
    private let hidden: String
    private var isNamed = false
    private static let count = Atomic<Int>(0)

    /// Writes the bytes into a folder, onto the disk. Its owner alone can read the file (mode 0600).
    ///
    /// - Throws: `SystemError`; nothing is left then.
    public init(in folder: String, bytes: UnsafeRawBufferPointer) throws(SystemError) {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        let path = "\(folder)/.splitcast-\(getpid())-\(number).part"
        // What is there was left by a process of this number that was killed.
        unlink(path)
        let descriptor = try systemCall("open") { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        defer { close(descriptor) }
        do throws(SystemError) {
            var rest = bytes
            while !rest.isEmpty {
                let count = try systemCall("write") { write(descriptor, rest.baseAddress, rest.count) }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            try systemCall("fsync") { fsync(descriptor) }
        } catch {
            unlink(path)
            throw error
        }
        hidden = path
    }

    /// Gives it its name, in the same folder.
    ///
    /// - Throws: `SystemError`, of `EEXIST` where the name is taken; another may be tried.
    public mutating func name(_ path: String) throws(SystemError) {
        try systemCall("rename") { clinux_rename_new(hidden, path) }
        isNamed = true
    }

    /// The same in place of whatever has that name.
    public mutating func replace(_ path: String) throws(SystemError) {
        try systemCall("rename") { rename(hidden, path) }
        isNamed = true
    }

    deinit { if !isNamed { unlink(hidden) } }
}
