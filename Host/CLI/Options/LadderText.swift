import RateControl
import Session

/// Reads the lists of `--ladder` and `--audio-group`.
enum LadderText {
    private static let form = "give heights or sizes with commas, such as 1080p,720p,360p or 1280x720@2M,640x360@600k"
    private static let lines = 16...8192

    /// - Throws: `CommandFailure` naming the rung that is wrong, and the right form.
    static func rungs(_ text: String) throws(CommandFailure) -> [LadderRung] {
        var rungs: [LadderRung] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let rung = try Self.rung(part, of: text)
            guard !rungs.contains(where: { $0.size == rung.size }) else {
                throw OptionText.wrong("--ladder", text, "\(rung.name) is named twice: each picture once")
            }
            rungs.append(rung)
        }
        guard rungs.count <= LadderChoice.mostRungs else {
            throw OptionText.wrong("--ladder", text, "\(rungs.count) pictures are too many: at most \(LadderChoice.mostRungs)")
        }
        return rungs
    }

    private static func rung(_ text: String, of list: String) throws(CommandFailure) -> LadderRung {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let bitRate = parts.count == 2 ? try OptionText.bitRate("--ladder \(parts[0])@", parts[1], BitRateLimits.possible) : nil
        if parts[0].contains("x") { return LadderRung(.fixed(try OptionText.size("--ladder", parts[0])), bitRate: bitRate) }
        guard parts[0].hasSuffix("p"), parts[0].dropLast().allSatisfy({ $0.isASCII && $0.isNumber }), let height = Int(parts[0].dropLast()) else {
            throw OptionText.wrong("--ladder", list, "'\(text)' is no picture: \(form)")
        }
        guard lines.contains(height), height % 2 == 0 else {
            throw OptionText.wrong("--ladder", list, "\(parts[0]) must be even, from \(lines.lowerBound)p to \(lines.upperBound)p")
        }
        return LadderRung(.lines(height), bitRate: bitRate)
    }

    /// The sources that a list names.
    static func names(ofAudio text: String) -> [String] { text.split(separator: ",").map { String($0.prefix { $0 != ":" }) } }

    /// `SOURCE` or `SOURCE:LANGUAGE`, with commas.
    ///
    /// - Throws: `CommandFailure` naming the source or the language that is wrong, and the right form.
    static func audio(_ text: String, _ configuration: SessionConfiguration) throws(CommandFailure) -> [LadderChoice.Audio] {
        guard configuration.streams != .videoOnly else {
            throw CommandFailure(.usage, "--audio-group says something about the audio, and --video-only sends none: leave out one of them")
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        let names = try RecordingOptions.sources(
            parts.map { $0[0] }.joined(separator: ","), of: "--audio-group", configuration)
        if let single = names.first(where: { $0 != "mix" }), configuration.audio.codec != .aac {
            throw CommandFailure(.usage, "--audio-group \(single) is sent to players of HLS, which take AAC: leave out --audio-codec")
        }
        var audio: [LadderChoice.Audio] = []
        for (name, part) in zip(names, parts) {
            let language = part.count == 2 ? part[1] : nil
            if let language, !isLanguage(language) {
                throw OptionText.wrong("--audio-group", text, "'\(language)' is no language: give it as in mix:en or mix:pt-BR")
            }
            audio.append(LadderChoice.Audio(source: name, language: language))
        }
        return audio
    }

    /// By its form (RFC 5646): parts of one to eight letters and digits, the first of two or three letters.
    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    }
}
