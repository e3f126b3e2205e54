import ServerFixtures
import TestSupport

/// One picture in several encodings by one host, and in each of them alone, in turns. Capture and composition are part of each.
struct EncodingsBenchmark {
    private typealias Encoding = EncodingsTrial.Encoding

    private static let pairs: [[Encoding]] = [[.main], [.low], [.main, .low], [.mid], [.main, .mid]]
    private static let large = Encoding(name: "1080p", width: 1920)
    private static let renditions = [Encoding(name: "720p", width: 1280), Encoding(name: "540p", width: 960), Encoding(name: "360p", width: 640)]

    private let options: EncodingsOptions
    private let microphone: AudioFixture
    private let makeOutlet: () -> any EncodingsOutlet

    init(_ options: EncodingsOptions) throws {
        (self.options, microphone) = (options, try AudioFixture(feeding: .tone))
        switch options.scenario {
        case .encodings:
            let server = try RTMPServer()
            makeOutlet = { RTMPOutlet(server) }
        case .ladder: makeOutlet = { LadderOutlet() }
        }
    }

    private var title: String { options.scenario == .ladder ? "Three renditions" : EncodingsReport.title }

    private var intro: String {
        let how = "\(options.seconds) s measured in each run, \(options.rounds) of each in turns."
        switch options.scenario {
        case .encodings:
            return """
                1080p at 30 frames a second; main at 4500 kb/s, low is 640x360 at 600 kb/s, mid 1280x720 at 2000 kb/s, each to an RTMP target of \
                its own; \(how)
                """
        case .ladder:
            let rates = ([Self.large] + Self.renditions).map { "\($0.name) at \(LadderOutlet.bitRates[$0.name] ?? 0) kb/s" }.joined(separator: ", ")
            return """
                A screen of 1080p at 30 frames a second as a ladder in a folder, the audio beside it: \(rates), all three by one host and each \
                by a host of its own, at a fixed effort; \(how) In full motion 540p stands in place of 1080p, with which two processors are full.
                """
        }
    }

    private func sets(_ workload: Stimulus.Workload) -> [[Encoding]] {
        guard options.scenario == .ladder else { return Self.pairs }
        let renditions = workload == .motion ? Self.renditions : [Self.large] + Self.renditions.filter { $0.name != "540p" }
        return renditions.map { [$0] } + [renditions]
    }

    func run() throws {
        var report = EncodingsReport()
        for workload in [Stimulus.Workload.typing, .motion] {
            let sets = sets(workload)
            var results: [[Encoding]: [EncodingsTrial.Result]] = [:]
            for round in 0..<options.rounds {
                // In turns, and the other way round each time, so that none always runs on a warm machine.
                for set in round % 2 == 0 ? sets : sets.reversed() {
                    let name = "\(workload.rawValue), " + set.map(\.name).joined(separator: " + ")
                    sayProgress("\(name), round \(round + 1) of \(options.rounds) …")
                    let trial = EncodingsTrial(
                        encodings: set, workload: workload, seconds: options.seconds, microphone: microphone, outlet: makeOutlet())
                    do {
                        results[set, default: []].append(try trial.measure())
                    } catch {
                        // A failure is a result; the others go on.
                        sayProgress("  failed: \(error)")
                        report.failures.append("\(name): \(error)")
                    }
                }
            }
            for set in sets {
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
        let text = "\(intro)\n\n\(report.text)"
        say("\n# \(title)\n\n\(text)")
        try ResultsPage.put(title, text, into: options.results)
    }
}
