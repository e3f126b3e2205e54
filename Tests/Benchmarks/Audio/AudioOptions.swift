import ServerFixtures

/// What `splitcast-bench sound` is asked to do.
struct AudioOptions {
    enum Measure: String, CaseIterable {
        case tone, start, step, drift, devices, pushed, kill, echo, noise, cpu
    }

    static let help = """
        usage: splitcast-bench sound [--only MEASURE,…] [--server pulse|pipewire|both] [--minutes N] [--count N] [--results FILE|none]
          tone      level, frequency and distortion of a tone, and the noise floor with everything muted; ffmpeg beside it
          start     the first seconds of ten broadcasts: whether sound and picture are together from the first
          step      flash and click for --minutes: whether sound and picture keep step; ffmpeg beside it
          drift     the same with a sound card whose clock is 200 ppm fast, and slow (PulseAudio)
          devices   the same with a microphone whose clock is 200 ppm fast and speakers whose clock is 200 ppm slow, both heard (PulseAudio)
          pushed    the same with sound that another process pushes, 200 ppm fast
          kill      the microphone taken away and given back --count times
          echo      how much of a loudspeaker's echo is left, and of the voice beside it
          noise     how much better a voice stands out of pink noise
          cpu       what six sources cost
          --minutes N   of each flash and click (30; 0.2 to 1440)
          --count N     how often the microphone goes (100)
          --server …    the sound server (pulse)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var measures = Measure.allCases
    var servers = [AudioServer.pulse]
    var minutes = 30.0
    var count = 100
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are not about sound.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["sound"]) else { return nil }
        while let option = try words.next(among: ["--only", "--server", "--minutes", "--count", "--results"]) {
            let text = option.text
            func wrong(_ form: String) -> Options.Problem { Options.Problem(option, takes: form) }
            switch option.name {
            case "--only":
                measures = text.split(separator: ",").compactMap { Measure(rawValue: String($0)) }
                guard measures.count == text.split(separator: ",").count, !measures.isEmpty else {
                    throw wrong("some of " + Measure.allCases.map(\.rawValue).joined(separator: ","))
                }
            case "--server":
                if text == "both" { servers = AudioServer.allCases; continue }
                guard let server = AudioServer(rawValue: text) else { throw wrong("pulse, pipewire or both") }
                servers = [server]
            case "--minutes":
                guard let number = Double(text), 0.2...1440 ~= number else { throw wrong("0.2 to 1440") }
                minutes = number
            case "--count":
                guard let number = Int(text), 1...100_000 ~= number else { throw wrong("1 to 100000") }
                count = number
            default: results = text == "none" ? nil : text
            }
        }
    }
}
