import Frames
import TestSupport

/// What `splitcast-bench quality` is asked to do.
struct QualityOptions {
    static let help = """
        usage: splitcast-bench quality [--seconds N] [--size WxH] [--peers NAME,NAME…] [--workloads NAME,NAME…] [--rates KB/S,KB/S…]
                                       [--results FILE|none]
          how like the drawn picture the received one is (SSIM), of each peer at the same bit rates
          --seconds N   measured time of each run (10)
          --size WxH    of the screen and the stream, even numbers (1920x1080)
          --peers …     as without 'quality' (splitcast,ffmpeg,gst,ssr)
          --workloads … of: idle typing scroll motion grain (typing,scroll,motion)
          --rates …     kb/s of video (1000,2500,4500)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    var seconds = 10
    var size = PixelSize(width: 1920, height: 1080)
    var contenders = Contender.usual
    var workloads: [Stimulus.Workload] = [.typing, .scroll, .motion]
    var rates = [1000, 2500, 4500]
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are about something else.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: ["quality"]) else { return nil }
        while let option = try words.next(among: ["--seconds", "--size", "--peers", "--workloads", "--rates", "--results"]) {
            let parts = option.text.split(separator: ",").map(String.init)
            switch option.name {
            case "--seconds": seconds = try Options.count(option)
            case "--size": size = try Options.size(option)
            case "--peers": contenders = try Contender.list(option.text)
            case "--workloads":
                workloads = parts.compactMap { Stimulus.Workload(rawValue: $0) }.filter { $0 != .flash }
                guard workloads.count == parts.count else { throw Options.Problem(option, takes: "names of workloads with commas between") }
            case "--rates":
                rates = parts.compactMap { Int($0) }.filter { 100...20000 ~= $0 }
                guard rates.count == parts.count else { throw Options.Problem(option, takes: "numbers of 100 to 20000 with commas between") }
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
