import Codec
import Delivery
import Platform
import RateControl
import Session

/// Reads `--encoding NAME:key=value,…`.
enum EncodingText {
    static let form =
        "give NAME:key=value,…, such as low:size=640x360,bitrate=600k; keys are size, fps, bitrate, crf, preset, codec and pixel, and align"

    /// - Throws: `CommandFailure` naming the key or value that is wrong, and its right form.
    static func choice(_ text: String) throws(CommandFailure) -> EncodingChoice {
        guard let colon = text.firstIndex(of: ":") else { throw OptionText.wrong("--encoding", text, form) }
        let name = String(text[..<colon])
        guard EncodingChoice.isName(name) else {
            throw OptionText.wrong("--encoding", text, "'\(name)' is no name: give lower-case letters, digits and dashes, a letter first, 24 at most")
        }
        guard name != EncodingChoice.main else {
            throw OptionText.wrong("--encoding", text, "the main encoding is what --size, --fps and --bitrate say; choose another name")
        }
        // What is there without being described is changed, not replaced.
        var choice = EncodingChoice.presets.first { $0.name == name } ?? EncodingChoice(name)
        try apply(String(text[text.index(after: colon)...]), to: &choice, of: "--encoding \(name):")
        return choice
    }

    /// Reads what is to change of one: `key=value,…`.
    static func request(_ name: String, _ text: String) throws(CommandFailure) -> EncodingRequest {
        guard EncodingChoice.isName(name) else {
            throw CommandFailure(.usage, "'\(name)' is no name of an encoding: give one that 'splitcast status --json' lists, such as main or low")
        }
        for pair in text.split(separator: ",") where pair == "align" || pair.hasPrefix("codec=") || pair.hasPrefix("pixel=") {
            // The main one is described by other options, of which none is the same for each of these.
            let other = name == EncodingChoice.main ? "second" : name
            throw CommandFailure(
                .usage, "\(pair) cannot change while targets get the encoding: start with --encoding \(other):…,\(pair), and move targets to it")
        }
        var choice = EncodingChoice(name)
        try apply(text, to: &choice, of: "set encoding \(name) ")
        var request = EncodingRequest(name)
        (request.framesPerSecond, request.bitRate) = (choice.framesPerSecond, choice.bitRate)
        (request.constantQuality, request.preset) = (choice.constantQuality, choice.preset)
        request.size = choice.size.map { .fixed($0) } ?? (text.contains("size=source") ? .source : nil)
        return request
    }

    /// - Parameter option: what stands before each key in messages.
    static func apply(_ text: String, to choice: inout EncodingChoice, of option: String) throws(CommandFailure) {
        var known: Set<String> = []
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            if pair == "align", !choice.isAligned {
                choice.isAligned = true
                continue
            }
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty else { throw OptionText.wrong(option, String(pair), form) }
            let (key, value) = (parts[0], parts[1])
            guard known.insert(key).inserted else { throw CommandFailure(.usage, "\(option)\(key) is given twice: leave out one of them") }
            try apply(key, value, to: &choice, option + key)
        }
        switch (known.contains("bitrate"), known.contains("crf")) {
        case (true, true):
            throw CommandFailure(
                .usage, "\(option.dropLast()): bitrate and crf exclude each other: crf is a quality whatever it costs; leave out one of them")
        // In place of what the preset has.
        case (true, false): choice.constantQuality = nil
        case (false, true): choice.bitRate = nil
        case (false, false): break
        }
    }

    private static func apply(_ key: String, _ value: String, to choice: inout EncodingChoice, _ option: String) throws(CommandFailure) {
        switch key {
        case "size": choice.size = value == "source" ? nil : try OptionText.size(option, value)
        case "fps": choice.framesPerSecond = try OptionText.frameRate(option, value)
        case "bitrate": choice.bitRate = try OptionText.bitRate(option, value, BitRateLimits.possible)
        case "crf":
            guard let factor = Double(value), VideoSettings.constantQualities.contains(factor) else {
                throw OptionText.wrong(option, value, "give crf 1 to 51, x264's rate factor, such as 20; less is closer to the picture, and larger")
            }
            choice.constantQuality = factor
        case "preset": choice.preset = try OptionText.word(option, value, VideoSettings.presets.map { ($0, $0) })
        case "codec":
            let coding = try OptionText.word(option, value, [Coding.h264, .hevc, .av1].map { ($0.rawValue, $0) })
            guard EncoderName.usual(for: coding) != nil else {
                throw OptionText.wrong(option, value, "there is no encoder of \(coding.words) here: 'splitcast encoders' lists those that there are")
            }
            choice.coding = coding
        case "pixel":
            guard let sampling = ChromaSampling(rawValue: value) else {
                throw OptionText.wrong(option, value, "give pixel=444 for a recording with a colour for each pixel, or pixel=420")
            }
            choice.sampling = sampling
        default: throw OptionText.wrong("--encoding", "\(key)=\(value)", "'\(key)' is no key; \(form)")
        }
    }
}
