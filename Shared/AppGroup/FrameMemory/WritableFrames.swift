public import Frames
import Glibc
public import Platform

/// Frame memory mapped for writing: for agents that draw themselves, or whose server cannot draw into a descriptor.
///
/// Not needed, and not used, where an X server writes straight into the descriptor. One thread at a time.
public final class WritableFrames: @unchecked Sendable {
    // @unchecked: loans decide who may write which slot.
    public let layout: FrameLayout
    private let base: UnsafeMutableRawPointer

    /// Maps the memory; the descriptor is borrowed.
    /// - Throws: `SystemError` when it cannot be mapped.
    public init(descriptor: Int32, layout: FrameLayout) throws(SystemError) {
        self.layout = layout
        guard let mapped = mmap(nil, layout.totalBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED else {
            throw SystemError(operation: "mmap", number: errno)
        }
        base = mapped
    }

    deinit { munmap(base, layout.totalBytes) }

    public func pixels(ofSlot slot: Int) -> UnsafeMutableRawPointer { base + layout.offsetBytes(ofSlot: slot) }
}
