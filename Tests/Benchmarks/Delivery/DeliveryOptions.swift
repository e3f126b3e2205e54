import TestSupport

/// What `splitcast-bench restarts`, `targets` and `soak` are asked to do.
struct DeliveryOptions {
    enum Scenario: String, CaseIterable {
        case restarts, targets, soak
    }

    static let help = """
        usage: splitcast-bench restarts [--count N] [--reconnect POLICY,…] [--seed N] [--results FILE|none]
               splitcast-bench targets [--seconds N] [--most N] [--peers NAME,…] [--results FILE|none]
               splitcast-bench soak [--minutes N] [--faults-every TIME] [--seed N] [--results FILE|none]
          restarts  one of two RTMP servers is killed and started again: when it has media again, what the others lost
          targets   what each further RTMP target costs at 4.5 Mb/s; ffmpeg beside it
          soak      a broadcast to which something happens again and again: what its memory, descriptors and threads do
          --count N        restarts with each policy (50)
          --reconnect …    policies, 'default' among them (fixed:500ms,default)
          --seconds N      measured time at each number of targets (20)
          --most N         as many targets at last (8)
          --peers …        of: \(TargetLoadScenario.Peer.allCases.map(\.rawValue).joined(separator: " ")) (all)
          --minutes N      of the soak (120; 0.5 to 1440)
          --faults-every … 5s or more, as 60s or 1m (60s)
          --seed N         of what happens when (1)
          --results …      where the report goes (Tests/Benchmarks/RESULTS.md)
        """

    let scenario: Scenario
    var count = 50
    /// `nil` is the default one.
    var policies: [String?] = ["fixed:500ms", nil]
    var seconds = 20
    var most = 8
    var peers = TargetLoadScenario.Peer.allCases
    var minutes = 120.0
    var interval = Duration.seconds(60)
    var seed: UInt64 = 1
    var results: String? = ResultsPage.usualPath

    /// - Returns: `nil` when the arguments are not about delivery.
    init?(_ arguments: some Sequence<String>) throws(Options.Problem) {
        guard var words = OptionValues(arguments, of: Scenario.allCases.map(\.rawValue)), let scenario = Scenario(rawValue: words.scenario) else {
            return nil
        }
        self.scenario = scenario
        let own =
            switch scenario {
            case .restarts: ["--count", "--reconnect", "--seed"]
            case .targets: ["--seconds", "--most", "--peers"]
            case .soak: ["--minutes", "--faults-every", "--seed"]
            }
        while let option = try words.next(among: own + ["--results"]) {
            func whole(_ range: ClosedRange<Int>) throws(Options.Problem) -> Int {
                guard let number = Int(option.text), range.contains(number) else {
                    throw Options.Problem(option, takes: "\(range.lowerBound) to \(range.upperBound)")
                }
                return number
            }
            switch option.name {
            case "--count": count = try whole(1...10_000)
            case "--reconnect": policies = option.text.split(separator: ",").map { $0 == "default" ? nil : String($0) }
            case "--seconds": seconds = try whole(2...3600)
            case "--most": most = try whole(2...32)
            case "--seed": seed = UInt64(try whole(0...Int.max))
            case "--peers":
                peers = option.text.split(separator: ",").compactMap { TargetLoadScenario.Peer(rawValue: String($0)) }
                guard peers.count == option.text.split(separator: ",").count, !peers.isEmpty else {
                    throw Options.Problem(option, takes: "some of " + TargetLoadScenario.Peer.allCases.map(\.rawValue).joined(separator: ","))
                }
            case "--minutes":
                guard let number = Double(option.text), 0.5...1440 ~= number else { throw Options.Problem(option, takes: "0.5 to 1440") }
                minutes = number
            case "--faults-every":
                guard let span = Self.span(option.text), span >= .seconds(5) else { throw Options.Problem(option, takes: "a time from 5s on") }
                interval = span
            default: results = option.text == "none" ? nil : option.text
            }
        }
    }

    /// `500ms`, `2s`, `1m`.
    static func span(_ text: some StringProtocol) -> Duration? {
        let digits = text.prefix { $0.isNumber || $0 == "." }
        let factors = ["ms": 0.001, "s": 1, "m": 60]
        guard let number = Double(digits), let factor = factors[String(text.dropFirst(digits.count))] else { return nil }
        return .seconds(number * factor)
    }
}
