import CLibAV

/// The frames of an animation that is in memory, one packet after the other. libavformat gets the bytes and opens nothing. Belongs to one thread.
final class MemoryDemuxer {
    /// Where libavformat is in the bytes.
    private final class Position {
        let bytes: UnsafeRawBufferPointer
        var offset = 0
        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
    }

    private static let bufferBytes = 32 * 1024
    private let position: Position
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var context: UnsafeMutablePointer<AVFormatContext>?

    /// - Parameters:
    ///   - bytes: valid as long as this lives.
    ///   - format: libavformat's name.
    ///   - options: of that demuxer.
    init(_ bytes: UnsafeRawBufferPointer, format: String, options: [(String, String)]) throws(CodecError) {
        position = Position(bytes)
        let opaque = Unmanaged.passUnretained(position).toOpaque()
        let buffer = av_malloc(Self.bufferBytes)?.assumingMemoryBound(to: UInt8.self)
        io = avio_alloc_context(
            buffer, Int32(Self.bufferBytes), 0, opaque,
            { opaque, into, count in
                let position = Unmanaged<Position>.fromOpaque(opaque!).takeUnretainedValue()
                let part = min(Int(count), position.bytes.count - position.offset)
                guard part > 0, let into, let base = position.bytes.baseAddress else { return clibav_error_end }
                into.update(from: (base + position.offset).assumingMemoryBound(to: UInt8.self), count: part)
                position.offset += part
                return Int32(part)
            }, nil,
            { opaque, offset, whence in
                let position = Unmanaged<Position>.fromOpaque(opaque!).takeUnretainedValue()
                if whence & AVSEEK_SIZE != 0 { return Int64(position.bytes.count) }
                let base = whence == SEEK_CUR ? position.offset : whence == SEEK_END ? position.bytes.count : 0
                let (wanted, isTooFar) = base.addingReportingOverflow(Int(offset))
                guard !isTooFar, (0...position.bytes.count).contains(wanted) else { return -1 }
                position.offset = wanted
                return Int64(wanted)
            })
        guard let io, let input = av_find_input_format(format), let made = avformat_alloc_context() else {
            throw CodecError(.notAvailable, operation: "picture", message: "this libavformat cannot read \(format)")
        }
        made.pointee.pb = io
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
        context = made
        // Frees the context where it fails.
        try libav("avformat_open_input", avformat_open_input(&context, nil, input, &dictionary))
    }

    deinit {
        avformat_close_input(&context)
        if io != nil { av_freep(&io!.pointee.buffer) }
        avio_context_free(&io)
    }

    var parameters: UnsafePointer<AVCodecParameters>? {
        guard let context, context.pointee.nb_streams > 0 else { return nil }
        return UnsafePointer(context.pointee.streams[0]!.pointee.codecpar)
    }

    /// - Returns: how long it is shown, in milliseconds, 0 where it is not said; `nil` at the end.
    func read(into packet: UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Int64? {
        guard let context else { return nil }
        do throws(CodecError) { try libav("av_read_frame", av_read_frame(context, packet)) } catch {
            guard error.code == .ended else { throw error }
            return nil
        }
        let base = context.pointee.streams[Int(packet.pointee.stream_index)]!.pointee.time_base
        return max(0, av_rescale_q(packet.pointee.duration, base, AVRational(num: 1, den: 1000)))
    }
}
