import Frames
import TestSupport

/// What `splitcast-bench layers` is asked to do.
struct LayersOptions {
    static let help = """
        usage: splitcast-bench layers [--seconds N] [--rounds N] [--size WxH] [--peers NAME,NAME…] [--workloads NAME,NAME…]
                                      [--results FILE|none]
          what a second source costs, in the picture and beside it: two screens on one canvas, beside GStreamer and OBS Studio
          --seconds N   measured time of each run (15)
          --rounds N    how often each is run, in turns (2)
          --size WxH    of the first screen and the canvas (1920x1080)
          --peers …     of: splitcast gst obs (all of them)
          --workloads … of: typing (the second one stands almost still) motion (both move) (typing,motion)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var seconds = 15
    var rounds = 2
    var size = PixelSize(width: 1920, height: 1080)
    var contenders = LayersContender.allCases
    var workloads: [Stimulus.Workload] = [.typing, .motion]
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["layers"]) else { return nil }
        while let option = try words.next(among: ["--seconds", "--rounds", "--size", "--peers", "--workloads", "--results"]) {
            let parts = option.text.split(separator: ",").map(String.init)
            switch option.name {
            case "--seconds": seconds = try Options.count(option)
            case "--rounds": rounds = try Options.count(option)
            case "--size": size = try Options.size(option)
            case "--peers":
                contenders = parts.compactMap { LayersContender(rawValue: $0) }
                guard contenders.count == parts.count else { throw Options.Problem(option, takes: "any of splitcast,gst,obs") }
            case "--workloads":
                workloads = parts.compactMap { Stimulus.Workload(rawValue: $0) }.filter { [.typing, .motion].contains($0) }
                guard workloads.count == parts.count else { throw Options.Problem(option, takes: "typing, motion or both") }
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
