/// Delivery under blows and under load; the scenarios themselves are in Tests/Support/Scenarios.
struct DeliveryBenchmark {
    private let options: DeliveryOptions

    init(_ options: DeliveryOptions) { self.options = options }

    func run() throws {
        let (title, text) =
            switch options.scenario {
            case .restarts: ("Servers that restart", try RestartReport(options).measure())
            case .targets: ("What a target costs", try TargetLoadReport(options).measure())
            case .soak: ("Hours of faults", try SoakReport(options).measure())
            }
        say("\n# \(title)\n\n\(text)")
        try ResultsPage.put(title, text, into: options.results)
    }
}
