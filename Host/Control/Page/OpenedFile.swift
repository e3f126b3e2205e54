import Glibc
import NIOCore

/// A file of the live stream while it is sent. It lies in memory (the runtime directory), so that reading it never waits for a disk.
struct OpenedFile: ~Copyable {
    /// As it was opened: segments are put there whole.
    let size: Int
    private let descriptor: Int32

    /// `nil` when it is not there (any more), or is no file.
    init?(_ path: String) {
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { return nil }
        var facts = stat()
        guard fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            return nil
        }
        (descriptor, size) = (opened, Int(facts.st_size))
    }

    deinit { close(descriptor) }

    /// What is read next begins there.
    func skip(to offset: Int) { if offset > 0 { lseek(descriptor, offset, SEEK_SET) } }

    /// At most so many bytes that follow those read before; fewer, or none, at its end.
    func read(atMost count: Int) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in max(0, Glibc.read(descriptor, room.baseAddress, count)) }
        return bytes
    }
}
