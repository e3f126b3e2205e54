public import Frames
import Glibc
import Platform

/// Frame memory as the host owns it: a sealed memfd, its pages made at once (and so charged to the host), divided into slots.
///
/// The descriptor goes to the agent, which passes it to the server that draws. The host maps it for reading alone. An agent may
/// write into a slot while the host reads it: that spoils pixels, never memory safety, since the size is sealed.
/// Immutable after creation; any thread may read. Unmapped and closed with the last reference.
public final class FrameMemory: @unchecked Sendable {
    // @unchecked: the mapping is read-only here, and lives as long as this object.
    public let layout: FrameLayout
    /// Owned by this object.
    public let descriptor: Int32
    private let base: UnsafeRawPointer

    /// Makes the memory. Takes milliseconds (it touches every page): never on a hot thread.
    ///
    /// - Throws: `GroupError.Code.badMemory` when the system has not that much.
    @available(*, noasync)
    public init(layout: FrameLayout) throws(GroupError) {
        self.layout = layout
        let bytes = layout.totalBytes
        let made: Int32
        do throws(SystemError) {
            made = try makeMemoryFile(named: "splitcast-frames")
        } catch { throw GroupError(.badMemory, "frame memory: \(error)") }
        descriptor = made
        do throws(SystemError) {
            try systemCall("ftruncate") { ftruncate(made, bytes) }
            let status = posix_fallocate(made, 0, bytes)
            guard status == 0 else { throw SystemError(operation: "fallocate", number: status) }
            try sealSize(of: made)
        } catch {
            close(made)
            throw GroupError(.badMemory, "frame memory of \(bytes >> 20) MiB for \(layout.geometry.size): \(error)")
        }
        guard let mapped = mmap(nil, bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, made, 0), mapped != MAP_FAILED else {
            let number = errno
            close(made)
            throw GroupError(.badMemory, "frame memory: mmap: \(String(cString: strerror(number)))")
        }
        base = UnsafeRawPointer(mapped)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: base), layout.totalBytes)
        close(descriptor)
    }

    /// The first pixel of a slot; valid while this object lives.
    public func pixels(ofSlot slot: Int) -> UnsafeRawPointer { base + layout.offsetBytes(ofSlot: slot) }
}
