import AppGroup
import CaptureKit
import Glibc

/// The frame memory mapped into the agent: only where the X server cannot write into it itself.
final class MappedMemory {
    let bytes: UnsafeMutableRawBufferPointer

    /// - Parameter descriptor: borrowed.
    /// - Throws: `.memory`.
    init(_ descriptor: Int32, layout: FrameLayout) throws(CaptureError) {
        let address = mmap(nil, layout.totalBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else {
            throw CaptureError(.memory, "cannot map the frame memory: \(String(cString: strerror(errno)))")
        }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: layout.totalBytes)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }
}
