import CaptureKit
import Glibc

/// The frame memory as a file, written with pwrite(2): where the X server cannot write into it itself. It is not even
/// mapped then, so that the agent's memory does not grow with the picture in this case either.
final class FrameFile {
    private let descriptor: Int32

    /// - Parameter descriptor: borrowed.
    /// - Throws: `.memory`.
    init(_ descriptor: Int32) throws(CaptureError) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard self.descriptor >= 0 else { throw CaptureError(.memory, "cannot keep the frame memory: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// - Throws: `.memory`.
    func write(_ bytes: UnsafeRawBufferPointer, at offsetBytes: Int) throws(CaptureError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, offsetBytes + done)
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw CaptureError(.memory, "cannot write into the frame memory: \(String(cString: strerror(errno)))")
            }
        }
    }
}
