import CMedia
import Frames
import Glibc

/// Puts a stream into a pipe: what it is, then packet after packet. Waits for the reader; when that is gone, the process ends (SIGPIPE).
final class PacketWriter {
    private let pipe: Int32

    /// - Parameter pipe: stays the caller's.
    init(_ pipe: Int32) { self.pipe = pipe }

    /// Whether what is written will be read; false for good.
    var hasReader: Bool {
        var entry = pollfd(fd: pipe, events: 0, revents: 0)
        return poll(&entry, 1, 0) <= 0 || entry.revents & Int16(POLLERR) == 0
    }

    /// - Parameter audio: beside the pictures; `nil` where there is none.
    func begin(_ stream: UnsafePointer<AVStream>, audio: UnsafePointer<AVStream>?, isLive: Bool, frameRate: AVRational) {
        var header = cmedia_stream()
        cmedia_describe(stream, &header)
        header.is_live = isLive ? 1 : 0
        if frameRate.num > 0, frameRate.den > 0 { header.frame_nanoseconds = 1_000_000_000 * Int64(frameRate.den) / Int64(frameRate.num) }
        if let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) {
            header.orientation = Int32(Orientation(displayMatrix: UnsafeRawPointer(matrix)).rawValue)
        }
        withUnsafeBytes(of: &header) { write($0) }
        write(UnsafeRawBufferPointer(start: stream.pointee.codecpar.pointee.extradata, count: Int(header.extra_bytes)))
        var beside = cmedia_stream()
        if let audio { cmedia_describe(audio, &beside) }
        withUnsafeBytes(of: &beside) { write($0) }
        if let audio { write(UnsafeRawBufferPointer(start: audio.pointee.codecpar.pointee.extradata, count: Int(beside.extra_bytes))) }
    }

    func write(_ packet: UnsafePointer<AVPacket>, isAudio: Bool = false) {
        let extras = (0..<Int32(cmedia_extra_kinds)).compactMap { index -> (UInt32, UnsafeRawBufferPointer)? in
            let kind = cmedia_extra_kind(index)
            var count = 0
            guard let bytes = av_packet_get_side_data(packet, kind, &count), count > 0 else { return nil }
            return (kind.rawValue, UnsafeRawBufferPointer(start: bytes, count: count))
        }
        var header = cmedia_packet(
            shown: packet.pointee.pts, decoded: packet.pointee.dts, duration: packet.pointee.duration, flags: packet.pointee.flags,
            is_audio: isAudio ? 1 : 0, bytes: UInt32(clamping: packet.pointee.size), extra_count: UInt32(extras.count))
        withUnsafeBytes(of: &header) { write($0) }
        write(UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(header.bytes)))
        for (kind, bytes) in extras {
            var header = cmedia_extra(kind: kind, bytes: UInt32(clamping: bytes.count))
            withUnsafeBytes(of: &header) { write($0) }
            write(bytes)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(pipe, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno != EINTR { _exit(1) }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
