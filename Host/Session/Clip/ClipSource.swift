import Codec
import Glibc
import Platform

/// The file of a clip, open to be read.
enum ClipSource {
    /// Looks at what is there, and opens it: nothing of it is read. Does not wait for what is no file.
    ///
    /// - Throws: `notReadable` or `notAFile`, in one line that names it.
    static func open(_ path: String) throws(CodecError) -> OwnedDescriptor {
        func refusal(_ code: CodecError.Code, _ text: String) -> CodecError { CodecError(code, operation: "clip", message: "'\(path)' \(text)") }
        var facts = stat()
        // Looked at first: opening a device may do something.
        guard stat(path, &facts) == 0 else { throw refusal(.notReadable, "cannot be read: \(reason(errno))") }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw refusal(.notAFile, "is a folder: give a video file")
        case S_IFIFO: throw refusal(.notAFile, "is a pipe, which can be read only once: give a video file")
        default: throw refusal(.notAFile, "is a device or a socket, not a file: give a video file")
        }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw refusal(.notReadable, "cannot be read: \(reason(errno))") }
        let file = OwnedDescriptor(taking: descriptor)
        guard fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw refusal(.notAFile, "is not a file: give a video file") }
        guard facts.st_size > 0 else { throw refusal(.notAFile, "is empty") }
        return file
    }

    /// What differs once somebody has written to a file.
    struct Revision: Equatable {
        private let size, seconds, nanoseconds: Int

        /// - Parameter file: open.
        init(of file: borrowing OwnedDescriptor) {
            var facts = stat()
            // All of it is 0 where that fails, which it does not for an open file.
            if fstat(file.number, &facts) != 0 { facts = stat() }
            (size, seconds, nanoseconds) = (facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        }
    }

    private static func reason(_ number: Int32) -> String { number == ENOENT ? "no such file" : String(cString: strerror(number)) }
}
