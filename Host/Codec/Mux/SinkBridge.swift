import CLibAV
import Glibc

/// libavformat's byte stream onto a `ByteSink`. Its callbacks run on the muxer's thread, inside the muxer's calls;
/// the muxer keeps it alive.
final class SinkBridge {
    let io: UnsafeMutablePointer<AVIOContext>
    private let sink: any ByteSink
    /// What the sink threw; the muxer reports it instead of libav's echo.
    private(set) var failure: (any Error)?
    /// Whether what is written is kept: of a header, to be looked at.
    var isKept = false
    private var kept: [UInt8] = []
    private static let bufferBytes = 64 * 1024

    init(_ sink: any ByteSink) throws(CodecError) {
        self.sink = sink
        guard let buffer = av_malloc(Self.bufferBytes) else {
            throw CodecError(.library, operation: "av_malloc", message: "out of memory")
        }
        io = try libavObject(
            "avio_alloc_context",
            avio_alloc_context(buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferBytes), 1, nil, nil, nil, nil))
        io.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        io.pointee.write_packet = { opaque, bytes, count in SinkBridge.of(opaque).write(bytes, count) }
        io.pointee.seekable = sink.isSeekable ? AVIO_SEEKABLE_NORMAL : 0
        if sink.isSeekable { io.pointee.seek = { opaque, offset, whence in SinkBridge.of(opaque).seek(offset, whence) } }
    }

    deinit {
        av_free(io.pointee.buffer)
        var io: UnsafeMutablePointer<AVIOContext>? = io
        avio_context_free(&io)
    }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> SinkBridge {
        Unmanaged<SinkBridge>.fromOpaque(opaque!).takeUnretainedValue()
    }

    /// What was written since it is kept, from the beginning on; keeps nothing any more.
    func releaseKept() -> [UInt8] {
        defer { (isKept, kept) = (false, []) }
        return kept
    }

    private func write(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        guard failure == nil else { return clibav_error_external }
        do {
            let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            if isKept { kept.append(contentsOf: bytes) }
            try sink.write(bytes)
            return count
        } catch {
            failure = error
            return clibav_error_external
        }
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        guard failure == nil, whence == SEEK_SET else { return Int64(-ENOSYS) }
        do {
            try sink.seek(toByte: Int(offset))
            return offset
        } catch {
            failure = error
            return Int64(clibav_error_external)
        }
    }
}
