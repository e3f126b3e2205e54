/// What `splitcast-bench playlists` is asked to do.
struct PlaylistsOptions {
    static let help = """
        usage: splitcast-bench playlists [--rounds N] [--results FILE|none]
          how long an HLS playlist of 100,000 lines takes to be read
          --rounds N    how often (20)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var rounds = 20
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["playlists"]) else { return nil }
        while let option = try words.next(among: ["--rounds", "--results"]) {
            if option.name == "--rounds" { rounds = try Options.count(option) } else { results = option.text == "none" ? nil : option.text }
        }
    }
}
