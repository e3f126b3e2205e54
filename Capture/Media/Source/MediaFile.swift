import CaptureKit
import Glibc

/// A video of this machine, open to be read; nothing of it has been. Any thread. Closed with the last reference.
final class MediaFile: Sendable {
    let location: MediaLocation
    let descriptor: Int32
    /// Can be read from any place; else once, from its start to its end.
    let isSeekable: Bool

    /// - Parameter path: whatever its name looks like: nothing in it is taken for an address or a numbered series. `-` is standard input.
    /// - Throws: `.badChoice` or `.permissionDenied`, naming the path.
    init(_ path: String) throws(CaptureError) {
        location = MediaLocation(file: path)
        isSeekable = !location.isPipe
        guard isSeekable else {
            descriptor = 0
            return
        }
        // Looked at first: opening a device may do something.
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw Self.unopened(path, errno) }
        try Self.check(facts, path)
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard opened >= 0 else { throw Self.unopened(path, errno) }
        do throws(CaptureError) {
            guard fstat(opened, &facts) == 0 else { throw Self.unopened(path, errno) }
            try Self.check(facts, path)
        } catch {
            close(opened)
            throw error
        }
        descriptor = opened
    }

    /// One that another process has opened: a regular file, closed with this.
    init(open descriptor: Int32, name: String) { (location, self.descriptor, isSeekable) = (MediaLocation(file: name), descriptor, true) }

    deinit { if isSeekable { close(descriptor) } }

    private static func unopened(_ path: String, _ number: Int32) -> CaptureError {
        guard number != ENOENT else { return CaptureError(.badChoice, "'\(path)' does not exist") }
        return CaptureError(
            number == EACCES ? .permissionDenied : .badChoice, "'\(path)' cannot be read: \(String(cString: strerror(number)))")
    }

    private static func check(_ facts: stat, _ path: String) throws(CaptureError) {
        switch facts.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw CaptureError(.badChoice, "'\(path)' is a folder: give a video file")
        case S_IFCHR: throw CaptureError(.badChoice, "'\(path)' is a device: give it as --device \(path)")
        case S_IFIFO: throw CaptureError(.badChoice, "'\(path)' is a pipe: give it as standard input, with --file - < \(path)")
        default: throw CaptureError(.badChoice, "'\(path)' is not a file: give a video file")
        }
    }
}
