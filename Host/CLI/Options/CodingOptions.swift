import ArgumentParser
import Codec
import Session

/// Which streams are sent, and how the audio is encoded.
struct CodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "aac, or opus for the targets that support it: .mkv, .mp4, .ts and srt://. The others, RTMP and the page, get AAC (default: aac).",
            valueName: "WORD"))
    var audioCodec: String?

    @Option(help: ArgumentHelp("Samples a second: 48000, or 44100 with aac (default: 48000).", valueName: "HZ"))
    var audioRate: String?

    @Option(help: ArgumentHelp("2 for stereo, 1 for mono: the average of both sides (default: 2).", valueName: "N"))
    var audioChannels: String?

    @Option(help: ArgumentHelp("Bits a second, 16k to 512k (opus from 12k); half of that for mono (default: 128k).", valueName: "RATE"))
    var audioBitrate: String?

    @Flag(help: "Send audio alone: nothing is captured, the stream starts at once.")
    var audioOnly = false

    @Flag(help: "Send the picture alone: no microphone, no audio stream.")
    var videoOnly = false

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        guard !(audioOnly && videoOnly) else {
            throw CommandFailure(.usage, "--audio-only and --video-only exclude each other: leave out both to send picture and audio")
        }
        configuration.streams = audioOnly ? .audioOnly : videoOnly ? .videoOnly : .both
        var audio = configuration.audio
        if let audioCodec { audio.codec = try OptionText.word("--audio-codec", audioCodec, AudioCodec.allCases.map { ($0.rawValue, $0) }) }
        if let audioRate {
            audio.sampleRate = try OptionText.word("--audio-rate", audioRate, AudioCodec.aac.sampleRates.map { ("\($0)", $0) })
            guard audio.codec.sampleRates.contains(audio.sampleRate) else {
                throw OptionText.wrong("--audio-rate", audioRate, "Opus is always 48000; leave it out, or give --audio-codec aac")
            }
        }
        if let audioChannels { audio.channels = try OptionText.word("--audio-channels", audioChannels, [("2", 2), ("1", 1)]) }
        if let audioBitrate {
            audio.bitsPerSecond = try OptionText.bitRate("--audio-bitrate", audioBitrate, audio.codec.bitRates(channels: audio.channels))
        }
        configuration.audio = audio
    }
}
