public import Frames
import Glibc
public import Platform

/// The pages of one frame memory: a memfd of a sealed size, made step by step, mapped for reading, emptied when it is let go.
///
/// Emptied, not only closed: a peer that kept the descriptor would keep the pages otherwise. What it writes there later is charged to it.
/// One thread until all is made, any thread then.
public final class FramePages: @unchecked Sendable {
    // @unchecked: see above; the mapping is read-only here, and lives as long as this object.
    /// What one `makeMore` makes: some milliseconds.
    private static let stepBytes = 16 << 20
    /// MADV_POPULATE_READ (Linux 5.14).
    private static let populateRead: Int32 = 22

    public let layout: FrameLayout
    /// Owned by this object.
    public let descriptor: Int32
    let base: UnsafeRawPointer
    private var madeBytes = 0
    private let onGone: @Sendable () -> Void

    /// Makes the file, without a page in it yet.
    ///
    /// - Parameter onGone: called at the end, when the pages are the system's again.
    /// - Throws: `GroupError.Code.badMemory` when the system has not that much.
    public init(layout: FrameLayout, onGone: @escaping @Sendable () -> Void = {}) throws(GroupError) {
        (self.layout, self.onGone) = (layout, onGone)
        let bytes = layout.totalBytes
        do throws(SystemError) { descriptor = try makeMemoryFile(named: "splitcast-frames") } catch {
            onGone()
            throw Self.failure(layout, error)
        }
        do throws(SystemError) {
            let made = descriptor
            try systemCall("ftruncate") { ftruncate(made, bytes) }
            try sealSize(of: made)
            guard let mapped = mmap(nil, bytes, PROT_READ, MAP_SHARED, made, 0), mapped != MAP_FAILED else {
                throw SystemError(operation: "mmap", number: errno)
            }
            base = UnsafeRawPointer(mapped)
        } catch {
            close(descriptor)
            onGone()
            throw Self.failure(layout, error)
        }
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: base), layout.totalBytes)
        // It fails for no memfd of ours; a kernel that cannot keeps the pages until the peer has closed it, too.
        do throws(SystemError) { try emptyMemoryFile(descriptor, bytes: layout.totalBytes) } catch {}
        close(descriptor)
        onGone()
    }

    /// Makes the next pages, which are charged to the caller.
    ///
    /// - Returns: whether all are made.
    /// - Throws: `GroupError.Code.badMemory` when the system has no more.
    @available(*, noasync)
    public func makeMore() throws(GroupError) -> Bool {
        let count = min(Self.stepBytes, layout.totalBytes - madeBytes)
        guard count > 0 else { return true }
        let status = posix_fallocate(descriptor, off_t(madeBytes), off_t(count))
        guard status == 0 else { throw Self.failure(layout, SystemError(operation: "fallocate", number: status)) }
        let start = base + madeBytes
        if madvise(UnsafeMutableRawPointer(mutating: start), count, Self.populateRead) != 0 {
            // An older kernel: the pages are mapped by reading them.
            for offset in stride(from: 0, to: count, by: 4096) { _ = start.load(fromByteOffset: offset, as: UInt8.self) }
        }
        madeBytes += count
        return madeBytes == layout.totalBytes
    }

    private static func failure(_ layout: FrameLayout, _ error: SystemError) -> GroupError {
        GroupError(.badMemory, "frame memory of \(layout.totalBytes >> 20) MiB for \(layout.geometry.size): \(error)", cause: error)
    }
}
