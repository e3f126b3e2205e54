import TestSupport

/// What a host holds over hours of faults.
///
/// Samples are taken every 2 s. They count from when each kind of fault has been there once (at the latest after half of the time) and
/// not during a fault, nor until the target sends again and some seconds have passed. Compared are the medians of the first and
/// the last tenth of those that count; the slope is that of the straight line through all of them.
struct SoakReport {
    /// Of memory, what is no growth: the allocator's moods.
    private static let toleratedBytes = 1_048_576.0
    private let options: DeliveryOptions

    init(_ options: DeliveryOptions) { self.options = options }

    func measure() throws -> String {
        var scenario = FaultScenario()
        (scenario.duration, scenario.interval, scenario.seed) = (.seconds(options.minutes * 60), options.interval, options.seed)
        scenario.progress = { sayProgress($0) }
        let result = try scenario.run()
        let memory = FootprintScenario(result.samples, \.memoryBytes)
        let (descriptors, threads) = (FootprintScenario(result.samples, \.descriptors), FootprintScenario(result.samples, \.threads))
        var table = MarkdownTable("what the host holds", "first tenth", "last tenth", "slope an hour", "most")
        for (name, figure, unit, digits) in [
            ("memory, MiB", memory, 1_048_576.0, 2), ("descriptors", descriptors, 1, 0), ("threads", threads, 1, 0),
        ] {
            let values = [figure.first, figure.last].map { ($0 / unit).rounded(to: digits) }
            table.add([name] + values + [(figure.slopePerHour / unit).rounded(to: 2), (figure.most / unit).rounded(to: digits)])
        }
        var faults = MarkdownTable("fault", "times", "sends again p50, s", "longest, s", "not before the next one")
        for kind in FaultPlan.Kind.allCases {
            let times = Spread(result.recoveries.filter { $0.kind == kind }.map(\.time))
            let failed = result.failures.count { $0 == kind }
            faults.add([
                kind.rawValue, "\(times.count + failed)", times.at(0.5).inSeconds.rounded(to: 1), times.longest.inSeconds.rounded(to: 1), "\(failed)",
            ])
        }
        let bars = [
            Bar(
                words: "memory does not grow (1 MiB is tolerated)", value: "\((memory.growth / 1024).rounded(to: 0)) KiB",
                isMet: memory.growth <= Self.toleratedBytes),
            Bar(words: "descriptors do not grow", value: descriptors.growth.rounded(to: 0), isMet: descriptors.growth <= 0),
            Bar(words: "threads do not grow", value: threads.growth.rounded(to: 0), isMet: threads.growth <= 0),
            Bar(words: "the target comes back from every fault", value: "\(result.failures.count) times not", isMet: result.failures.isEmpty),
        ]
        return """
            An X screen of 640x360 in full motion over RTMP, \(options.minutes.rounded(to: 1)) minutes, a fault every \
            \(options.interval.inSeconds.rounded(to: 0)) s; \(result.samples.count) samples that count, \(result.reconnects) reconnects. \
            Sends again: from the fault's end, looked at four times a second, seen at the second look that finds more sent.

            \(table.text)

            \(faults.text)

            Held at the end and not after the warm-up: \(result.growth).

            \(Bar.list(bars))

            """
    }
}
