/// What `splitcast-bench page`, `cockpit` and `readers` are asked to do.
struct PageOptions {
    static let help = """
        usage: splitcast-bench page [--seconds N] [--results FILE|none]
          how long from drawing to the picture in Chromium, of a ladder of 720p and 360p on the built-in page: plain, and of low latency
        usage: splitcast-bench cockpit [--seconds N] [--rounds N] [--results FILE|none]
          what metrics, the API and the cockpit cost one broadcast, how far its preview is behind, what the page weighs and how soon it is seen
        usage: splitcast-bench readers [--seconds N] [--readers N] [--results FILE|none]
          so many readers of one ladder (360p) at the built-in server on loopback, as players ask for playlists and segments (wrk)
          --seconds N   measured time of each run (30)
          --rounds N    of spans of each kind (6)
          --readers N   how many at once (1000)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    enum Scenario: String, CaseIterable { case page, cockpit, readers }

    let scenario: Scenario
    var seconds = 30
    var readers = 1000
    var rounds = 6
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: Scenario.allCases.map(\.rawValue)), let scenario = Scenario(rawValue: words.scenario) else {
            return nil
        }
        self.scenario = scenario
        let own =
            switch scenario {
            case .page: [String]()
            case .cockpit: ["--rounds"]
            case .readers: ["--readers"]
            }
        while let option = try words.next(among: ["--seconds", "--results"] + own) {
            switch option.name {
            case "--seconds": seconds = try Options.count(option)
            case "--readers": readers = try Options.count(option)
            case "--rounds": rounds = try Options.count(option)
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
