import ServerFixtures
import TestSupport

/// Two screens on one canvas by each peer, and the first of them alone, in turns. Capture and encoding are part of each.
struct LayersBenchmark {
    private let options: LayersOptions

    init(_ options: LayersOptions) { self.options = options }

    func run() throws {
        let microphone = try AudioFixture(feeding: .tone)
        let server = try RTMPServer()
        var report = LayersReport()
        for workload in options.workloads {
            for contender in options.contenders {
                let arrangements = Arrangement.allCases
                var runs: [Arrangement: [Measurement]] = [:]
                for round in 0..<options.rounds {
                    // In turns, and the other way round each time, so that none always runs on a warm machine.
                    for arrangement in round % 2 == 0 ? arrangements : arrangements.reversed() {
                        let name = "\(workload.rawValue), \(arrangement.rawValue), \(contender.rawValue)"
                        sayProgress("\(name), round \(round + 1) of \(options.rounds) …")
                        let trial = LayersTrial(
                            contender: contender, arrangement: arrangement, workload: workload, options: options, microphone: microphone,
                            server: server)
                        do { runs[arrangement, default: []].append(try trial.measure()) } catch {
                            // One peer's failure is a result; the others go on.
                            sayProgress("  failed: \(error)")
                            report.failures.append("\(name): \(error)")
                        }
                    }
                }
                for arrangement in arrangements {
                    guard let all = runs[arrangement] else { continue }
                    report.rows.append(
                        LayersReport.Row(
                            workload: workload.rawValue, arrangement: arrangement, contender: contender, measurement: Measurement(combining: all)))
                }
            }
            // After each workload: what is ended early has measured something.
            try ResultsPage.put(LayersReport.title, text(report), into: options.results)
        }
        say("\n# \(LayersReport.title)\n\n\(text(report))")
    }

    private func text(_ report: LayersReport) -> String {
        """
        \(options.size.width)x\(options.size.height) at 30 frames a second and 4500 kb/s, the settings of the first part; \(options.seconds) s \
        measured in each run, \(options.rounds) of each in turns. `pip`: the first screen on all of the canvas, the second a quarter as wide in a \
        corner; `side-by-side`: each half as wide. The second screen is as large as it is shown; while the first types it stands almost still, \
        else both move. The frames and the delay are those of the first. `gst` alone has no compositor; `obs` has no graphics card.

        \(report.text)
        """
    }
}
