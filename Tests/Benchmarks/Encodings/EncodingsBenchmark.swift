import ServerFixtures
import TestSupport

/// One picture in two encodings by one host, and in each of them alone, in turns. Capture and composition are part of each.
struct EncodingsBenchmark {
    private static let sets: [[EncodingsTrial.Encoding]] = [[.main], [.low], [.main, .low], [.mid], [.main, .mid]]

    private let options: EncodingsOptions

    init(_ options: EncodingsOptions) { self.options = options }

    func run() throws {
        let microphone = try AudioFixture(feeding: .tone)
        let server = try RTMPServer()
        var report = EncodingsReport()
        for workload in [Stimulus.Workload.typing, .motion] {
            var results: [[EncodingsTrial.Encoding]: [EncodingsTrial.Result]] = [:]
            for round in 0..<options.rounds {
                // In turns, and the other way round each time, so that none always runs on a warm machine.
                for set in round % 2 == 0 ? Self.sets : Self.sets.reversed() {
                    let name = "\(workload.rawValue), " + set.map(\.name).joined(separator: " + ")
                    sayProgress("\(name), round \(round + 1) of \(options.rounds) …")
                    let trial = EncodingsTrial(
                        encodings: set, workload: workload, seconds: options.seconds, microphone: microphone, server: server)
                    do {
                        results[set, default: []].append(try trial.measure())
                    } catch {
                        // A failure is a result; the others go on.
                        sayProgress("  failed: \(error)")
                        report.failures.append("\(name): \(error)")
                    }
                }
            }
            for set in Self.sets {
                guard let runs = results[set] else { continue }
                report.rows.append(
                    EncodingsReport.Row(
                        workload: workload.rawValue, encodings: set.map(\.name), cores: runs.map(\.cores).reduce(0, +) / Double(runs.count),
                        frames: set.indices.map { index in
                            let tally = runs.map { $0.tallies[index] }.reduce(StampTally([])) { $0.adding($1) }
                            return (tally.due, tally.delivered)
                        }))
            }
        }
        let text = """
            1080p at 30 frames a second; main at 4500 kb/s, low is 640x360 at 600 kb/s, mid 1280x720 at 2000 kb/s, each to an RTMP target of \
            its own; \(options.seconds) s measured in each run, \(options.rounds) of each in turns.

            \(report.text)
            """
        say("\n# \(EncodingsReport.title)\n\n\(text)")
        try ResultsPage.put(EncodingsReport.title, text, into: options.results)
    }
}
