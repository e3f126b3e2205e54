import Codec
import Delivery
import Platform
import RateControl
import Session

/// Reads `--encoding NAME:key=value,…`.
enum EncodingText {
    static let form = "give NAME:key=value,…, such as low:size=640x360,bitrate=600k; keys are size, fps, bitrate, crf, preset and codec"

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

    /// - Parameter option: what stands before each key in messages.
    static func apply(_ text: String, to choice: inout EncodingChoice, of option: String) throws(CommandFailure) {
        var known: Set<String> = []
        for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty else { throw OptionText.wrong(option, String(pair), form) }
            let (key, value) = (parts[0], parts[1])
            guard known.insert(key).inserted else { throw CommandFailure(.usage, "\(option)\(key) is given twice: leave out one of them") }
            try apply(key, value, to: &choice, option + key)
        }
        if choice.bitRate != nil, choice.constantQuality != nil {
            throw CommandFailure(.usage, "\(option)bitrate and crf exclude each other: crf is a quality whatever it costs; leave out one of them")
        }
    }

    private static func apply(_ key: String, _ value: String, to choice: inout EncodingChoice, _ option: String) throws(CommandFailure) {
        switch key {
        case "size": choice.size = value == "source" ? nil : try OptionText.size(option, value)
        case "fps": choice.framesPerSecond = try OptionText.number(option, value, 1...240, 30)
        case "bitrate": choice.bitRate = try OptionText.bitRate(option, value, BitRateLimits.possible)
        case "crf":
            guard let factor = Double(value), (0...51).contains(factor) else {
                throw OptionText.wrong(option, value, "give x264's rate factor, 0 (without loss) to 51, such as 20")
            }
            choice.constantQuality = factor
        case "preset": choice.preset = try OptionText.word(option, value, VideoSettings.presets.map { ($0, $0) })
        case "codec": _ = try OptionText.word(option, value, [("h264", Coding.h264)])
        default: throw OptionText.wrong("--encoding", "\(key)=\(value)", "'\(key)' is no key; \(form)")
        }
    }
}
