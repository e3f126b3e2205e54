import Frames
import TestSupport

/// What `splitcast-bench swaps` and its siblings are asked to do.
struct AgentOptions {
    enum Scenario: String, CaseIterable {
        case swaps, losses, memory, churn
    }

    static let help = """
        usage: splitcast-bench swaps|losses|memory|churn [--count N] [--sizes WxH,WxH…] [--canvas WxH] [--minutes N]
                               [--means agent|swap] [--keep FILE] [--results FILE|none]
          swaps     take-overs between X displays in full motion while streaming over RTMP
          losses    the live agent is killed, then stopped dead: when it is noticed, when another one's frame is there
          memory    the agent's memory under a hard limit of 8 MiB, and the host's
          churn     agents that attach and leave, and that replace each other: what the host still holds
          --count N     take-overs, losses or visits (200)
          --sizes …     of the two displays for swaps, of each run for memory
                        (swaps: 1280x720,1280x720; memory: 1280x720,1920x1080,3840x2160)
          --canvas WxH  the stream's size (swaps: the first display's; memory: 640x360)
          --minutes N   of each run for memory (30; 0.1 to 1440)
          --means …     agent: a second agent is started by hand; swap: 'splitcast swap' (agent)
          --keep FILE   leaves the received stream there (swaps)
          --results …   where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    let scenario: Scenario
    var count = 200
    var sizes: [PixelSize] = []
    var canvas: PixelSize?
    var minutes = 30.0
    var means = TakeOverScenario.Means.agent
    var recording: String?
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are no scenario of agents.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: Scenario.allCases.map(\.rawValue)), let scenario = Scenario(rawValue: words.scenario) else {
            return nil
        }
        self.scenario = scenario
        while let option = try words.next(among: ["--count", "--sizes", "--canvas", "--minutes", "--means", "--keep", "--results"]) {
            let text = option.text
            func wrong(_ form: String) -> Options.Problem { Options.Problem(option, takes: form) }
            switch option.name {
            case "--count":
                guard let number = Int(text), 1...100_000 ~= number else { throw wrong("1 to 100000") }
                count = number
            case "--sizes":
                sizes = text.split(separator: ",").compactMap { Self.size($0) }
                guard sizes.count == text.split(separator: ",").count, sizes.count > 1 || scenario == .memory else {
                    throw wrong("sizes such as 1280x720,1600x900")
                }
            case "--canvas":
                guard let size = Self.size(text[...]) else { throw wrong("a size such as 1280x720") }
                canvas = size
            case "--minutes":
                guard let number = Double(text), 0.1...1440 ~= number else { throw wrong("0.1 to 1440") }
                minutes = number
            case "--means":
                guard let word = TakeOverScenario.Means(rawValue: text) else { throw wrong("agent or swap") }
                means = word
            case "--keep": recording = text
            default: results = text == "none" ? nil : text
            }
        }
    }

    private static func size(_ text: Substring) -> PixelSize? {
        let parts = text.split(separator: "x").compactMap { Int($0) }
        return parts.count == 2 && parts.allSatisfy { 320...8192 ~= $0 } ? PixelSize(width: parts[0], height: parts[1]) : nil
    }
}
