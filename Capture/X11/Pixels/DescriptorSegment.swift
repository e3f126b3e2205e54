import CXCB
import CaptureKit
import Glibc

/// The frame memory as the X server maps it, by descriptor (MIT-SHM 1.2). The agent does not map it.
final class DescriptorSegment {
    let identifier: xcb_shm_seg_t
    private let connection: X11Connection

    /// `nil` when the server does not take it: no fault of the memory, another way must be found.
    /// - Parameter descriptor: borrowed.
    init?(_ descriptor: Int32, on connection: X11Connection) throws(CaptureError) {
        // xcb closes what it is given.
        let given = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard given >= 0 else { throw CaptureError(.memory, "cannot hand on the frame memory: \(String(cString: strerror(errno)))") }
        identifier = connection.makeIdentifier()
        self.connection = connection
        guard try connection.isAccepted(xcb_shm_attach_fd_checked(connection.handle, identifier, given, 0)) else {
            isAttached = false
            return nil
        }
        isAttached = true
    }

    private let isAttached: Bool

    deinit {
        guard isAttached else { return }
        xcb_shm_detach(connection.handle, identifier)
        connection.flush()
    }
}
