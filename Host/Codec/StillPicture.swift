import CLibAV
import Frames
import Glibc
public import Picture

/// Picture files: PNG, JPEG, WebP and BMP.
///
/// The decoder gets the file's bytes and nothing else: no name is looked up, no address opened, no numbered series read.
public enum StillPicture {
    public static let largestFileBytes = 64 << 20

    /// Reads a picture; an EXIF orientation is honoured. Blocks, some 10 ms per megapixel; any thread.
    ///
    /// - Throws: `invalidSetting`, in one line that names the file.
    public static func decode(_ path: String) throws(CodecError) -> StillFrame {
        let packet = try read(path)
        var owned: UnsafeMutablePointer<AVPacket>? = packet
        defer { av_packet_free(&owned) }
        guard decoder(of: packet) != nil else { throw refusal(path, "is not a picture: give a PNG, JPEG, WebP or BMP file") }
        do throws(CodecError) { return try decode(packet) } catch { throw refusal(path, "cannot be used: \(error.message)") }
    }

    /// The first picture of a whole file.
    static func decode(_ packet: UnsafeMutablePointer<AVPacket>) throws(CodecError) -> StillFrame {
        LibAVLog.forget()
        guard let codec = decoder(of: packet) else { throw CodecError(.invalidSetting, operation: "picture", message: "it is not a picture") }
        // Before anything is decoded.
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        if let size = PictureFacts(bytes)?.size, FrameGeometry(size: size) == nil { throw tooLarge(size) }
        let frame = try decode(packet, with: codec)
        var owned: UnsafeMutablePointer<AVFrame>? = frame
        defer { av_frame_free(&owned) }
        return try convert(frame)
    }

    private static func tooLarge(_ size: PixelSize) -> CodecError {
        CodecError(
            .invalidSetting, operation: "picture", message: "it has \(size) pixels, more than 16384 a side or 67 million in all: give a smaller one")
    }

    static func refusal(_ path: String, _ text: String) -> CodecError {
        CodecError(.invalidSetting, operation: "picture", message: "the picture file '\(path)' \(text)")
    }

    /// A packet with the whole file; the caller frees it.
    static func read(_ path: String) throws(CodecError) -> UnsafeMutablePointer<AVPacket> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw refusal(path, "cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw refusal(path, "is not a file") }
        guard (1...largestFileBytes).contains(Int(facts.st_size)) else {
            throw refusal(path, facts.st_size == 0 ? "is empty" : "is larger than 64 MiB: give a smaller one")
        }
        let packet = try libavObject("av_packet_alloc", av_packet_alloc())
        var received: Int32 = 0
        if av_new_packet(packet, Int32(facts.st_size)) == 0 {
            while received < packet.pointee.size {
                let count = Glibc.read(descriptor, packet.pointee.data + Int(received), Int(packet.pointee.size - received))
                if count <= 0 { break }
                received += Int32(count)
            }
        }
        guard received > 0, received == packet.pointee.size else {
            var owned: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&owned)
            throw refusal(path, "cannot be read to its end")
        }
        return packet
    }

    /// By the file's first bytes, whatever its name says.
    private static func decoder(of packet: UnsafeMutablePointer<AVPacket>) -> UnsafePointer<AVCodec>? {
        let start = UnsafeRawBufferPointer(start: packet.pointee.data, count: min(Int(packet.pointee.size), 12))
        let kind: AVCodecID
        switch true {
        case start.starts(with: [0x89, 0x50, 0x4E, 0x47]): kind = AV_CODEC_ID_PNG
        case start.starts(with: [0xFF, 0xD8, 0xFF]): kind = AV_CODEC_ID_MJPEG
        case start.starts(with: "RIFF".utf8) && start.dropFirst(8).elementsEqual("WEBP".utf8): kind = AV_CODEC_ID_WEBP
        case start.starts(with: "BM".utf8): kind = AV_CODEC_ID_BMP
        default: return nil
        }
        return avcodec_find_decoder(kind)
    }

    /// The first picture; the caller frees it.
    private static func decode(
        _ packet: UnsafeMutablePointer<AVPacket>, with codec: UnsafePointer<AVCodec>
    ) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        let context = try libavObject("avcodec_alloc_context3", avcodec_alloc_context3(codec))
        var owned: UnsafeMutablePointer<AVCodecContext>? = context
        defer { avcodec_free_context(&owned) }
        context.pointee.thread_count = 1
        // A damaged file is refused, not shown in part.
        context.pointee.err_recognition = Int32(AV_EF_EXPLODE)
        context.pointee.max_pixels = Int64(FrameGeometry.mostPixels)
        try libav("avcodec_open2", avcodec_open2(context, codec, nil))
        try libav("avcodec_send_packet", avcodec_send_packet(context, packet))
        try libav("avcodec_send_packet", avcodec_send_packet(context, nil))
        let frame = try libavObject("av_frame_alloc", av_frame_alloc())
        do throws(CodecError) { try libav("avcodec_receive_frame", avcodec_receive_frame(context, frame)) } catch {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
            throw error
        }
        return frame
    }

    /// To BGRA, by the file's own range and matrix.
    static func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(CodecError) -> StillFrame {
        let (width, height) = (frame.pointee.width, frame.pointee.height)
        let size = PixelSize(width: Int(width), height: Int(height))
        guard let still = StillFrame(size: size, orientation: orientation(of: frame)) else {
            throw tooLarge(size)
        }
        // Copies without alpha get 255.
        let scaler = sws_getContext(
            width, height, AVPixelFormat(frame.pointee.format), width, height, AV_PIX_FMT_BGRA,
            SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP, nil, nil, nil)
        guard let scaler else { throw CodecError(.library, operation: "sws_getContext", message: "its pixels are of an unknown format") }
        defer { sws_freeContext(scaler) }
        let planes = withUnsafeBytes(of: frame.pointee.data) { Array($0.bindMemory(to: UnsafePointer<UInt8>?.self)) }
        let strides = withUnsafeBytes(of: frame.pointee.linesize) { Array($0.bindMemory(to: Int32.self)) }
        var target: [UnsafeMutablePointer<UInt8>?] = [still.pixels, nil, nil, nil]
        var targetStrides: [Int32] = [Int32(still.geometry.strideBytes), 0, 0, 0]
        try libav("sws_scale", sws_scale(scaler, planes, strides, 0, height, &target, &targetStrides))
        return still
    }

    private static func orientation(of frame: UnsafeMutablePointer<AVFrame>) -> Orientation {
        guard let entry = av_dict_get(frame.pointee.metadata, "Orientation", nil, 0), let text = entry.pointee.value else { return .up }
        let number = String(cString: text).split(separator: " ").first ?? ""
        return UInt8(number).flatMap(Orientation.init(rawValue:)) ?? .up
    }
}
