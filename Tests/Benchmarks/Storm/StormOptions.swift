/// What `splitcast-bench storm` is asked to do.
struct StormOptions {
    static let help = """
        usage: splitcast-bench storm [--minutes N] [--scale N] [--seed N] [--results FILE|none]
          one broadcast into which everything is thrown: agents killed (1000) and stopped dead (200), swaps between backends (1000),
          the RTMP server started anew (200), deaths of the X server, PulseAudio and PipeWire (50 each); Ctrl-C ends it and tells nothing
          --minutes N   how long (120; 0.5 to 1440)
          --scale N     of all counts, at least one of each (1; 0.001 to 10): --minutes 6 --scale 0.05 is a small one
          --seed N      of what happens when (1)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var minutes = 120.0
    var scale = 1.0
    var seed: UInt64 = 1
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["storm"]) else { return nil }
        while let option = try words.next(among: ["--minutes", "--scale", "--seed", "--results"]) {
            func number(_ range: ClosedRange<Double>, _ form: String) throws(Options.Problem) -> Double {
                guard let number = Double(option.text), range.contains(number) else { throw Options.Problem(option, takes: form) }
                return number
            }
            switch option.name {
            case "--minutes": minutes = try number(0.5...1440, "0.5 to 1440")
            case "--scale": scale = try number(0.001...10, "0.001 to 10")
            case "--seed":
                guard let number = UInt64(option.text) else { throw Options.Problem(option, takes: "a whole number from 0 on") }
                seed = number
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
