import TestSupport

/// What `splitcast-bench lines` is asked to do.
struct LinksOptions {
    static let help = """
        usage: splitcast-bench lines [--only LINE,…] [--peers splitcast,ffmpeg] [--keep DIRECTORY] [--results FILE|none]
          a full-motion screen over impaired lines: how soon the bit rate follows, how much of the line is used, how late viewers see it
          --only …      of: \(LinkTrace.all.map(\.name).joined(separator: " ")) (all)
          --peers …     of: splitcast ffmpeg (both; ffmpeg sends 4500 kbit/s whatever the line does)
          --keep …      leaves what was received and what happened in each run there
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var traces = LinkTrace.all
    var contenders: [Contender] = [.splitcast, .ffmpeg]
    var keep: String?
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are not about lines.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["lines"]) else { return nil }
        while let option = try words.next(among: ["--only", "--peers", "--keep", "--results"]) {
            let text = option.text
            switch option.name {
            case "--only":
                traces = text.split(separator: ",").compactMap { name in LinkTrace.all.first { $0.name == name } }
                guard traces.count == text.split(separator: ",").count, !traces.isEmpty else {
                    throw Options.Problem(option, takes: "some of " + LinkTrace.all.map(\.name).joined(separator: ","))
                }
            case "--peers":
                contenders = text.split(separator: ",").compactMap { Contender(rawValue: String($0)) }
                guard contenders.count == text.split(separator: ",").count, !contenders.contains(.ffmpegTuned), !contenders.isEmpty else {
                    throw Options.Problem(option, takes: "splitcast,ffmpeg")
                }
            case "--keep": keep = text
            default: results = text == "none" ? nil : text
            }
        }
    }
}
