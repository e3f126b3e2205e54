import CXCB
import CaptureKit
import Glibc

/// A small segment that the X server and the agent share, for servers that do not take a descriptor.
final class SysVSegment {
    static let sizeBytes = 256 * 1024

    let identifier: xcb_shm_seg_t
    let bytes: UnsafeMutableRawBufferPointer
    private let connection: X11Connection
    private var isAttached = false

    /// `nil` when it cannot be had, or when the server attached another machine's or namespace's segment of the same number.
    init?(on connection: X11Connection) throws(CaptureError) {
        let key: key_t = 0  // IPC_PRIVATE, whose definition is a cast
        let number = shmget(key, Self.sizeBytes, IPC_CREAT | 0o600)
        guard number >= 0 else { return nil }
        // Gone by itself once both sides have let go.
        defer { shmctl(number, IPC_RMID, nil) }
        guard let address = shmat(number, nil, 0), Int(bitPattern: address) != -1 else { return nil }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: Self.sizeBytes)
        identifier = connection.makeIdentifier()
        self.connection = connection
        isAttached = try connection.isAccepted(xcb_shm_attach_checked(connection.handle, identifier, UInt32(number), 0))
        guard isAttached, try isReallyShared() else { return nil }
    }

    deinit {
        if isAttached {
            xcb_shm_detach(connection.handle, identifier)
            connection.flush()
        }
        shmdt(bytes.baseAddress)
    }

    /// Asks for one pixel over each of two different fillings: one of them at least must change.
    private func isReallyShared() throws(CaptureError) -> Bool {
        for filling: UInt32 in [0x5A5A_5A5A, 0xA5A5_A5A5] {
            bytes.storeBytes(of: filling, as: UInt32.self)
            let cookie = xcb_shm_get_image(
                connection.handle, connection.root, 0, 0, 1, 1, .max, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), identifier, 0)
            guard case .reply = try connection.answer({ xcb_shm_get_image_reply($0, cookie, $1) }) else { return false }
            if bytes.load(as: UInt32.self) != filling { return true }
        }
        return false
    }
}
