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

    /// Of a larger file so much is read, and not all.
    public static let mostFileBytes: Int64 = 256 << 20
    private static let partBytes: Int64 = 1 << 20

    /// Adds an open file: all of it, or of a larger one its length, when it was changed last, and parts from its beginning to its end. Blocks for the
    /// disk.
    ///
    /// - Parameter isCancelled: asked every megabyte.
    public func add(file: Int32, mostBytes: Int64 = mostFileBytes, isCancelled: () -> Bool) throws(CodecError) {
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw Self.failure(errno) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(Self.partBytes), alignment: 16)
        defer { buffer.deallocate() }
        guard Int64(facts.st_size) > mostBytes else { return try add(file, from: 0, to: .max, buffer, isCancelled) }
        add("\(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)")
        let parts = max(2, mostBytes / Self.partBytes)
        for part in 0..<parts {
            let last = Int64(facts.st_size) - Self.partBytes
            let begin = part == parts - 1 ? last : last / (parts - 1) * part
            try add(file, from: begin, to: begin + Self.partBytes, buffer, isCancelled)
        }
    }

    /// To the file's end, if that comes first.
    private func add(
        _ file: Int32, from begin: Int64, to end: Int64, _ buffer: UnsafeMutableRawBufferPointer, _ isCancelled: () -> Bool
    ) throws(CodecError) {
        var offset = begin
        while offset < end {
            let count = pread(file, buffer.baseAddress, Int(min(Int64(buffer.count), end - offset)), off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(errno) }
            if count == 0 { return }
            if isCancelled() { throw CodecError(.interrupted, operation: "read", message: "it was stopped") }
            add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
    }

    private static func failure(_ number: Int32) -> CodecError {
        CodecError(.system, operation: "read", message: String(cString: strerror(number)), systemNumber: number)
    }

    /// In hexadecimal digits; nothing can be added afterwards.
    public func finish() -> String {
        var digest = [UInt8](repeating: 0, count: Self.bytes)
        av_sha_final(state, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
