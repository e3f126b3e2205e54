import Frames
import Picture
public import Platform

/// A grey picture and silence, as real as any to a server, and as large as wanted: for testing a link at next to no CPU time.
///
/// H.264 of 640x360 with a key frame every two seconds, and AAC. Belongs to one thread.
public final class SyntheticMedia {
    /// Of H.264 and AAC, the picture first.
    public var streams: [StreamDescription] { [video.stream, audio.stream] }
    private static let audioBitsPerSecond = 128_000
    private static let size = PixelSize(width: 640, height: 360)
    private static let quantum: Duration = .milliseconds(10)
    private let video: VideoEncoder
    private let audio: AudioEncoder
    private let planes: UnsafeMutablePointer<UInt8>
    private let picture: I420View
    private let silence = [Float](repeating: 0, count: 960)
    /// Up to when there is audio.
    private var heard: MediaTime?

    /// - Throws: `.notAvailable` where libavcodec lacks an encoder.
    public init(framesPerSecond: FrameRate = 30) throws(CodecError) {
        video = try VideoEncoder(
            VideoSettings(size: Self.size, fps: framesPerSecond, bitsPerSecond: 300_000, preset: "ultrafast", profile: .main, threads: 1))
        audio = try AudioEncoder(AudioSettings(bitsPerSecond: Self.audioBitsPerSecond))
        let (luma, chroma) = (Self.size.width * Self.size.height, Self.size.width * Self.size.height / 4)
        planes = .allocate(capacity: luma + 2 * chroma)
        // Middle grey, in limited range.
        planes.initialize(repeating: 126, count: luma)
        (planes + luma).initialize(repeating: 128, count: 2 * chroma)
        picture = I420View(
            size: Self.size, luma: planes, blueChroma: planes + luma, redChroma: planes + luma + chroma, lumaStrideBytes: Self.size.width,
            chromaStrideBytes: Self.size.width / 2)
    }

    deinit { planes.deallocate() }

    /// Hands on the audio up to `time`, then the picture of `time`, so large that all of it together has `byteCount` bytes; more
    /// where it needs more.
    ///
    /// - Parameter time: later than that of the call before.
    public func packets(at time: MediaTime, byteCount: Int, emit: (Packet) -> Void) throws(CodecError) {
        // Silence needs next to nothing, whatever the encoder may spend.
        var audioBytes = 0
        var next = heard ?? time
        // After a pause it goes on at the present, as live audio does.
        if time - next > .milliseconds(100) { next = time }
        while next <= time {
            try silence.withUnsafeBufferPointer { (samples) throws(CodecError) in
                try audio.encode(samples, at: next) { packet in
                    audioBytes += packet.byteCount
                    emit(packet)
                }
            }
            next = next + Self.quantum
        }
        heard = next
        try video.encode(picture, at: time) { emit($0.filled(to: byteCount - audioBytes)) }
    }
}
