import Frames
import TestSupport

/// What `splitcast-bench wayland` is asked to do.
struct WaylandOptions {
    enum Scenario: String, CaseIterable {
        case wayland
        case swaps = "wayland-swaps"
    }

    static let workloads: [Stimulus.Workload] = [.idle, .typing, .motion]
    static let help = """
        usage: splitcast-bench wayland [--seconds N] [--rounds N] [--peers NAME,NAME…] [--sizes WxH,WxH…] [--workloads NAME,NAME…]
                                       [--results FILE|none]
               splitcast-bench wayland-swaps [--count N] [--keep FILE] [--results FILE|none]
          wayland        a desktop of sway, streamed by its portal's casts and from the compositor, beside others
          wayland-swaps  a broadcast that goes from X11 to the portal's cast, to the compositor and back to X11
          --seconds N    measured time of each run (15)
          --rounds N     how often each peer runs on each workload, in turns (1)
          --peers …      of: \(WaylandContender.allCases.map(\.rawValue).joined(separator: " ")) (all of them)
          --sizes …      of the screen (1920x1080,3840x2160; above 1080p, 1080p is streamed)
          --workloads …  of: \(workloads.map(\.rawValue).joined(separator: " ")) (all of them)
          --count N      swaps, three a round (99)
          --keep FILE    leaves the received stream there
          --results …    where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    let scenario: Scenario
    var seconds = 15
    var rounds = 1
    var count = 99
    var contenders = WaylandContender.allCases
    var sizes = [PixelSize(width: 1920, height: 1080), PixelSize(width: 3840, height: 2160)]
    var workloads = Self.workloads
    var recording: String?
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are none of Wayland.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: Scenario.allCases.map(\.rawValue)), let scenario = Scenario(rawValue: words.scenario) else {
            return nil
        }
        self.scenario = scenario
        let known =
            scenario == .wayland
            ? ["--seconds", "--rounds", "--peers", "--sizes", "--workloads", "--results"] : ["--count", "--keep", "--results"]
        while let option = try words.next(among: known) {
            let parts = option.text.split(separator: ",").map(String.init)
            func whole(_ range: ClosedRange<Int>) throws(Options.Problem) -> Int {
                guard let number = Int(option.text), range ~= number else {
                    throw Options.Problem(option, takes: "\(range.lowerBound) to \(range.upperBound)")
                }
                return number
            }
            switch option.name {
            case "--seconds": seconds = try whole(1...3600)
            case "--rounds": rounds = try whole(1...100)
            case "--count": count = try whole(3...10_000)
            case "--peers":
                contenders = parts.compactMap { WaylandContender(rawValue: $0) }
                guard contenders.count == parts.count else { throw Options.Problem(option, takes: "names of peers") }
            case "--workloads":
                workloads = parts.compactMap { Stimulus.Workload(rawValue: $0) }
                guard workloads.count == parts.count, workloads.allSatisfy(Self.workloads.contains) else {
                    throw Options.Problem(option, takes: "names of workloads")
                }
            case "--sizes":
                sizes = parts.compactMap { part in
                    let sides = part.split(separator: "x").compactMap { Int($0) }
                    return sides.count == 2 && sides.allSatisfy { 320...8192 ~= $0 } ? PixelSize(width: sides[0], height: sides[1]) : nil
                }
                guard sizes.count == parts.count else { throw Options.Problem(option, takes: "sizes such as 1920x1080,3840x2160") }
            case "--keep": recording = option.text
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }
}
