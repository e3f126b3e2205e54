public import AppGroup
import CLibAV
import Synchronization

/// A byte stream through one of libavformat's protocols (RTMP, RTMPS, SRT).
///
/// Open, write and close belong to one thread and block until the deadline of their watch, which any thread may set.
public final class ProtocolStream {
    private let io: UnsafeMutablePointer<AVIOContext>
    private let watch: Watch
    private var isClosed = false

    /// What libavformat asks, some ten times a second, whether to give up. Kept alive by the stream; also asked in `init`.
    public final class Watch: Sendable {
        private let deadline = Atomic<Int64>(.max)
        private let last = Atomic<Int64>(.max)

        public init() {}

        /// The call under way, or the next one, gives up at `time`. Any thread.
        public func expire(at time: MediaTime) { deadline.store(time.nanoseconds, ordering: .relaxed) }

        /// The call under way and all to come give up at `time`, whatever their own deadline. Any thread.
        public func end(by time: MediaTime) { last.min(time.nanoseconds, ordering: .relaxed) }

        public var hasExpired: Bool {
            MediaTime.now().nanoseconds > min(deadline.load(ordering: .relaxed), last.load(ordering: .relaxed))
        }
    }

    /// Connects, shakes hands and, for RTMP, publishes.
    ///
    /// - Parameters:
    ///   - options: libavformat's, by name; those of the lower protocols are handed down.
    ///   - watch: its deadline bounds the call; `.interrupted` is thrown when it passes.
    public init(url: String, options: [(name: String, value: String)], watch: Watch) throws(CodecError) {
        LibAVLog.forget()
        self.watch = watch
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
        var callback = AVIOInterruptCB(
            callback: { opaque in Unmanaged<Watch>.fromOpaque(opaque!).takeUnretainedValue().hasExpired ? 1 : 0 },
            opaque: Unmanaged.passUnretained(watch).toOpaque())
        var made: UnsafeMutablePointer<AVIOContext>?
        let status = avio_open2(&made, url, AVIO_FLAG_WRITE, &callback, &dictionary)
        // An interrupted connect may come back as an ordinary I/O error.
        if status < 0, watch.hasExpired {
            throw CodecError(.interrupted, operation: "avio_open2", message: "no answer in time\(Self.because(LibAVLog.take()))")
        }
        try libav("avio_open2", status)
        io = try libavObject("avio_open2", made)
    }

    deinit { close() }

    /// Blocks until the kernel or libsrt has all of the bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
        avio_write(io, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count))
        avio_flush(io)
        guard io.pointee.error < 0 else { return }
        if watch.hasExpired {
            throw CodecError(.interrupted, operation: "avio_write", message: "nothing was taken in time\(Self.because(LibAVLog.take()))")
        }
        try libav("avio_write", io.pointee.error)
    }

    /// Says goodbye where the protocol has one, within the watch's deadline. Calling it again does nothing.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        avio_close(io)
    }

    private static func because(_ reason: String) -> String { reason.isEmpty ? "" : " (\(reason))" }
}
