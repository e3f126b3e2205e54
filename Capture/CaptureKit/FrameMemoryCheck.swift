import AppGroup
import CSandbox
import Frames
import Glibc

/// What an agent demands of the memory that it is handed, before it draws into it or hands it on.
enum FrameMemoryCheck {
    /// - Throws: `GroupError.Code.badMemory` unless `descriptor` is a memfd of the offered size, and the size is sealed.
    static func check(_ descriptor: Int32, holds layout: FrameLayout) throws(GroupError) {
        let seals = csandbox_seals(descriptor)
        guard seals >= 0 else { throw GroupError(.badMemory, "the host's frame memory is not a memfd") }
        guard seals & csandbox_size_seals() == csandbox_size_seals() else {
            throw GroupError(.badMemory, "the size of the host's frame memory is not sealed (F_SEAL_SHRINK, F_SEAL_GROW and F_SEAL_SEAL)")
        }
        let bytes = Int(lseek(descriptor, 0, SEEK_END))
        guard bytes == layout.totalBytes else {
            throw GroupError(.badMemory, "the host's frame memory has \(bytes) bytes instead of the offered \(layout.totalBytes)")
        }
    }
}
