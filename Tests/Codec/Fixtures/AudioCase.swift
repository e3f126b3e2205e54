import Codec
import Fixtures
import Foundation
import MediaFixtures
import Testing

/// One way to encode audio into one container.
struct AudioCase: CustomTestStringConvertible {
    let container: Container
    let settings: AudioSettings

    var testDescription: String { "\(container.rawValue) \(settings.codec.rawValue) \(settings.sampleRate) Hz \(settings.channels)" }

    /// Every codec, rate and number of channels that each container takes.
    static let all: [AudioCase] = Container.allCases.flatMap { container in
        AudioCodec.allCases.filter { container.audioCodecs.contains($0) }.flatMap { codec in
            codec.sampleRates.flatMap { rate in
                [1, 2].map { AudioCase(container: container, settings: AudioSettings(codec: codec, sampleRate: rate, channels: $0)) }
            }
        }
    }

    /// Muxes a signal, beside a picture where the container takes one, and returns the file.
    func file(in scratch: Scratch, seconds: Double, isSeekable: Bool = true, signal: (Int) -> (Float, Float)) throws -> String {
        let encoder = try AudioEncoder(settings)
        var packets = try TestAudio.packets(encoder, seconds: seconds, signal: signal)
        var streams = [encoder.stream]
        if container.takesPictures {
            let media = try TestMedia(start: .zero)
            for number in 0..<Int(seconds * 30) { try media.picture(number, at: .milliseconds(number * 33)) { packets.append($0) } }
            streams.insert(media.video.stream, at: 0)
        }
        let sink = MemorySink(isSeekable: isSeekable)
        let muxer = try Muxer(container, streams: streams, start: .zero, into: sink)
        for packet in packets.sorted(by: { $0.dts < $1.dts }) { try muxer.write(packet) }
        try muxer.finish()
        let file = scratch.file("a.\(container.rawValue)")
        try sink.save(to: file)
        return file
    }

    /// The audio of a file as decoded, 48 kHz, the left side (0) or the right (1), each sample at its place after time zero.
    func decoded(_ file: String, side: Int = 0, in scratch: Scratch) throws -> [Float] {
        // Of AAC without a container the decoder says that it cannot know the length.
        let start = ["-v", container == .adts ? "error" : "warning", "-copyts", "-i", file]
        // Without its picture, MPEG-TS would be taken to begin with the audio.
        let picture = container.takesPictures ? ["-map", "0:v", "-c", "copy", "-f", "null", "-"] : []
        let audio = ["-map", "0:a", "-af", "aresample=48000:async=1:first_pts=0", "-f", "f32le", "-y", scratch.file("raw")]
        let run = Program.run("ffmpeg", start + picture + audio)
        #expect(run.complaints.isEmpty, "\(testDescription): \(run.complaints)")
        let samples = try scratch.bytes("raw").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return stride(from: side, to: samples.count, by: settings.channels).map { samples[$0] }
    }
}
