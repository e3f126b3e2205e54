public import Codec
import Foundation
import Frames
import Picture
public import Platform

/// Pictures and audio through the real encoders, on a clock that is counted, not waited for.
public final class TestMedia {
    public let video: VideoEncoder
    public let audio: AudioEncoder
    /// Encodes the same audio once more.
    public let opus: AudioEncoder?
    public let start: MediaTime
    private let picture: TestPicture
    private var phase = 0

    public init(
        width: Int = 320, height: Int = 180, fps: FrameRate = 30, start: MediaTime = .now(), bitsPerSecond: Int = 800_000,
        keyframeInterval: Duration = .seconds(2), audio settings: AudioSettings = AudioSettings(), alsoOpus: Bool = false,
        repeatsHeaders: Bool = false, encoder: String = "libx264"
    ) throws(CodecError) {
        let size = PixelSize(width: width, height: height)
        var pictures = VideoSettings(
            size: size, fps: fps, bitsPerSecond: bitsPerSecond, preset: "ultrafast", keyframeInterval: keyframeInterval, encoder: encoder, threads: 1)
        pictures.repeatsHeaders = repeatsHeaders
        video = try VideoEncoder(pictures)
        audio = try AudioEncoder(settings)
        opus = alsoOpus ? try AudioEncoder(AudioSettings(codec: .opus)) : nil
        picture = TestPicture(width: width, height: height)
        self.start = start
    }

    /// Picture `number` at `start + at`.
    public func picture(_ number: Int, at: Duration, wantsKeyframe: Bool = false, emit: (Packet) -> Void) throws(CodecError) {
        picture.draw(number)
        try video.encode(picture.view, at: start + at, wantsKeyframe: wantsKeyframe, emit: emit)
    }

    /// 10 ms of a 440 Hz tone at `start + at`.
    public func sound(at: Duration, emit: (Packet) -> Void) throws(CodecError) {
        var samples = [Float](repeating: 0, count: 960)
        for index in 0..<480 {
            let value = Float(0.3 * sin(Double(phase + index) * 2 * .pi * 440 / 48_000))
            (samples[index * 2], samples[index * 2 + 1]) = (value, value)
        }
        phase += 480
        var failure: CodecError?
        samples.withUnsafeBufferPointer { samples in
            do throws(CodecError) {
                try audio.encode(samples, at: start + at, emit: emit)
                try opus?.encode(samples, at: start + at, emit: emit)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// `seconds` of both, in the order of their decoding times.
    public func packets(seconds: Double, fps: Double) throws(CodecError) -> [Packet] {
        var packets: [Packet] = []
        for number in 0..<Int(seconds * fps) {
            try picture(number, at: .nanoseconds(Int64(Double(number) * 1e9 / fps))) { packets.append($0) }
        }
        for quantum in 0..<Int(seconds * 100) { try sound(at: .milliseconds(quantum * 10)) { packets.append($0) } }
        return packets.sorted { $0.dts < $1.dts }
    }
}
