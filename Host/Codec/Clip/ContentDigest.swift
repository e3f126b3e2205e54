import CLibAV
import Glibc
import Platform

/// SHA-256 (FIPS 180-4), of whatever is added.
public final class ContentDigest {
    private static let bytes = 32
    private let state: OpaquePointer

    public init() throws(CodecError) {
        guard let made = av_sha_alloc() else { throw CodecError(.library, operation: "av_sha_alloc", message: "out of memory") }
        state = made
        av_sha_init(state, 256)
    }

    deinit { av_free(UnsafeMutableRawPointer(state)) }

    public func add(_ content: UnsafeRawBufferPointer) {
        av_sha_update(state, content.baseAddress?.assumingMemoryBound(to: UInt8.self), content.count)
    }

    public func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    /// Adds all of an open file, from its first byte. Blocks for the disk.
    ///
    /// - Parameter isCancelled: asked every few megabytes.
    public func add(file: Int32, isCancelled: () -> Bool) throws(CodecError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let number = errno
                throw CodecError(.system, operation: "read", message: String(cString: strerror(number)), systemNumber: number)
            }
            if count == 0 { return }
            if isCancelled() { throw CodecError(.interrupted, operation: "read", message: "it was stopped") }
            add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
    }

    /// In hexadecimal digits; nothing can be added afterwards.
    public func finish() -> String {
        var digest = [UInt8](repeating: 0, count: Self.bytes)
        av_sha_final(state, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
