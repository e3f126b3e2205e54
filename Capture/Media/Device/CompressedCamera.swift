import CMedia
import CaptureKit
import Frames
import Glibc
import Platform

/// A camera that compresses each picture by itself (Motion JPEG), as most do at sizes that USB could not carry otherwise.
final class CompressedCamera: PictureSource, @unchecked Sendable {
    // @unchecked: made by the thread that captures, and from then on the decoding thread's.
    /// No picture for so long: it is broken, or gone without a word.
    private static let longestSilence = Duration.seconds(10)

    /// Set by the thread that decodes, before it asks for a picture.
    var patience = Patience()
    let isLive = true
    let orientation = Orientation.up
    let frameDuration = Duration.milliseconds(33)
    private let camera: Camera
    private var decoder: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?

    /// Starts it.
    /// - Throws: `CaptureError`, naming the camera.
    init(_ camera: Camera, _ mode: CameraMode, milliFramesPerSecond: UInt32?) throws(CaptureError) {
        self.camera = camera
        av_log_set_level(AV_LOG_QUIET)
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_MJPEG) else {
            throw CaptureError(.unsupported, "\(camera.path) sends Motion JPEG, which this machine's libavcodec cannot decode")
        }
        packet = av_packet_alloc()
        decoder = avcodec_alloc_context3(codec)
        decoder?.pointee.thread_count = 1
        decoder?.pointee.max_pixels = Int64(FrameGeometry.mostPixels)
        guard avcodec_open2(decoder, codec, nil) >= 0 else { throw CaptureError(.failed, "libavcodec's decoder for Motion JPEG cannot be opened") }
        _ = try camera.start(mode, milliFramesPerSecond: milliFramesPerSecond, buffers: CameraFeed.buffers)
    }

    deinit {
        avcodec_free_context(&decoder)
        av_packet_free(&packet)
    }

    var name: String { "\(camera.path) \(camera.facts.name)" }

    func next(into frame: UnsafeMutablePointer<AVFrame>) throws(CaptureError) -> Bool {
        let deadline = MediaTime.now() + Self.longestSilence
        while !patience.isOver {
            if let filled = try camera.newest() {
                let isWhole = decode(filled.bytes, into: frame)
                camera.giveBack(filled.index)
                if isWhole { return true }
            }
            guard MediaTime.now() < deadline else {
                throw CaptureError(.screenGone, "\(camera.path) (\(camera.facts.name)) has sent no picture for 10 s")
            }
            // Looks up now and then, whether it shall end.
            var entry = pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0)
            _ = pollUntil(.now() + .milliseconds(100), &entry, 1)
        }
        return false
    }

    /// - Returns: false for a picture that is broken: the next one will do.
    private func decode(_ bytes: UnsafeRawBufferPointer, into frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let packet, let decoder, bytes.count > 0, bytes.count < Int(Int32.max) / 2 else { return false }
        // With the zeros behind it that decoders may read.
        guard av_new_packet(packet, Int32(bytes.count)) == 0 else { return false }
        defer { av_packet_unref(packet) }
        UnsafeMutableRawPointer(packet.pointee.data).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
        return avcodec_send_packet(decoder, packet) == 0 && avcodec_receive_frame(decoder, frame) == 0
    }

    /// As it comes.
    func time(of frame: UnsafeMutablePointer<AVFrame>) -> Duration? { nil }

    func rewind() {}
}
