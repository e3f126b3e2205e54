/// What `splitcast-bench encodings` and `ladder` are asked to do.
struct EncodingsOptions {
    static let help = """
        usage: splitcast-bench encodings|ladder [--seconds N] [--rounds N] [--results FILE|none]
          encodings: two encodings of one 1080p picture by one host, beside a host for each: low (640x360) and mid (1280x720), typing and motion
          ladder: the three renditions 1080p, 720p and 360p of a ladder by one host, beside a host for each, typing and motion
          --seconds N   measured time of each run (15)
          --rounds N    how often each is run, in turns (2)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    enum Scenario: String, CaseIterable { case encodings, ladder }

    let scenario: Scenario
    var seconds = 15
    var rounds = 2
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: Scenario.allCases.map(\.rawValue)), let scenario = Scenario(rawValue: words.scenario) else {
            return nil
        }
        self.scenario = scenario
        while let option = try words.next(among: ["--seconds", "--rounds", "--results"]) {
            switch option.name {
            case "--seconds": seconds = try Options.count(option)
            case "--rounds": rounds = try Options.count(option)
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
