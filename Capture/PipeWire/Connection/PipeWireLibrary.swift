import CPipeWire
import CaptureKit
import Glibc

/// libpipewire, loaded: after this it opens no file. Capture thread only.
final class PipeWireLibrary {
    let handle: OpaquePointer

    /// - Throws: `.unsupported` when a part of libpipewire is missing.
    init() throws(CaptureError) {
        guard let handle = cpw_open() else {
            throw CaptureError(
                .unsupported,
                "libpipewire cannot be loaded (\(String(cString: strerror(errno)))): install libpipewire-0.3-modules and libspa-0.2-modules")
        }
        self.handle = handle
    }

    deinit { cpw_close(handle) }

    /// Readable when `turn` has something to do.
    var descriptor: Int32 { cpw_descriptor(handle) }

    /// Handles what has come, without waiting. Streams call back within it.
    func turn() { cpw_turn(handle) }
}
