/// What `splitcast-bench fetch` is asked to do.
struct FetchOptions {
    static let help = """
        usage: splitcast-bench fetch [--megabytes N] [--rounds N] [--results FILE|none]
          how fast 'splitcast hls fetch' takes a recording from a web server on this machine, beside curl: unlimited, and over a line of 50 Mb/s
          --megabytes N size of the recording (200)
          --rounds N    how often each takes it, in turns (3)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var megabytes = 200
    var rounds = 3
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["fetch"]) else { return nil }
        while let option = try words.next(among: ["--megabytes", "--rounds", "--results"]) {
            switch option.name {
            case "--megabytes": megabytes = try Options.count(option)
            case "--rounds": rounds = try Options.count(option)
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
