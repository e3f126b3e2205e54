/// What `splitcast-bench page` and `splitcast-bench readers` are asked to do.
struct PageOptions {
    static let help = """
        usage: splitcast-bench page [--seconds N] [--results FILE|none]
          how long from drawing to the picture in Chromium, of a ladder of 720p and 360p on the built-in page: plain, and of low latency
        usage: splitcast-bench readers [--seconds N] [--readers N] [--results FILE|none]
          so many readers of one ladder (360p) at the built-in server on loopback, as players ask for playlists and segments (wrk)
          --seconds N   measured time of each run (30)
          --readers N   how many at once (1000)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var isOfReaders = false
    var seconds = 30
    var readers = 1000
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["page", "readers"]) else { return nil }
        isOfReaders = words.scenario == "readers"
        while let option = try words.next(among: isOfReaders ? ["--seconds", "--readers", "--results"] : ["--seconds", "--results"]) {
            switch option.name {
            case "--seconds": seconds = try Options.count(option)
            case "--readers": readers = try Options.count(option)
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
