import Platform
import ServerFixtures
import TestSupport

/// Streams the same workloads at the same bit rates with each peer, and holds each received picture against the one that was drawn.
struct QualityBenchmark {
    /// How much of a recording encoders have to settle in, seconds.
    private static let settling = 3

    private let options: QualityOptions

    init(_ options: QualityOptions) { self.options = options }

    func run() throws {
        let microphone = try AudioFixture(feeding: .tone)
        let server = try RTMPServer()
        var report = QualityReport()
        for workload in options.workloads {
            for kilobits in options.rates {
                for contender in options.contenders {
                    let name = "\(workload.rawValue) at \(kilobits) kb/s, \(contender.rawValue)"
                    sayProgress("\(name) …")
                    do {
                        report.rows.append(try row(contender, workload, kilobits, microphone, server))
                    } catch {
                        // One peer's failure is a result; the others go on.
                        sayProgress("  failed: \(error)")
                        report.failures.append("\(name): \(error)")
                    }
                }
                // Each time: what is ended early has measured something.
                try ResultsPage.put(QualityReport.title, text(report), into: options.results)
            }
        }
        say("\n# \(QualityReport.title)\n\n\(text(report))")
    }

    private func text(_ report: QualityReport) -> String {
        """
        \(options.size.width)x\(options.size.height) at 30 frames a second, the settings of the first part, \(options.seconds) s measured in each \
        run. SSIM of the brightness, of each \
        picture in the server's recording beside the one that was drawn with its number, without the lines of the stamp; over the time \
        that each picture is shown. How it is read is in Tests/Support/Readings/SimilarityReading.swift.

        \(report.text)
        """
    }

    private func row(
        _ contender: Contender, _ workload: Stimulus.Workload, _ kilobits: Int, _ microphone: AudioFixture, _ server: RTMPServer
    ) throws -> QualityReport.Row {
        let shown = Workload(name: workload.rawValue, stimulus: workload, width: options.size.width, height: options.size.height)
        let trial = Trial(
            contender: contender, workload: shown, seconds: options.seconds, microphone: microphone, server: server, kilobits: kilobits)
        let (measurement, recording) = try trial.run()
        let reading = try SimilarityReading(
            recording, of: workload, width: shown.width, height: shown.height, from: .seconds(Int64(Self.settling)))
        return QualityReport.Row(
            workload: workload.rawValue, kilobits: kilobits, contender: contender, similarity: reading.mean, low: reading.level(at: 0.05),
            received: try VideoRate(of: recording, from: Double(Self.settling)).bitRate / 1000, cores: measurement.cores)
    }
}
