import Fixtures
import Foundation
import ServerFixtures

/// Streams the same workloads with Splitcast and with its peers, in turns, on the same machine, and compares.
///
/// Each run has a fresh X server and stimulus, so that no peer inherits another's state; sound and RTMP server stay. Processor
/// time is utime + stime of each process over the measured seconds; memory is read at their end. Frames are counted in
/// the server's recording, by the numbers in the picture. Delay is from drawing to the decoded frame at one and the same
/// receiver, whose own delay is part of it for everybody.
struct Benchmark {
    private let options: Options

    init(_ options: Options) { self.options = options }

    func run() throws {
        var contenders = options.contenders
        if contenders.contains(.splitcast), (try? builtProduct("splitcast")) == nil {  // said in the next line
            say("splitcast is not built here; measuring the others")
            contenders.removeAll { $0 == .splitcast }
        }
        let microphone = try AudioFixture(feeding: .tone)
        let server = try RTMPServer()
        var report = Report(options: options, contenders: contenders)
        for workload in options.workloads {
            var runs: [Contender: [Measurement]] = [:]
            for round in 0..<options.rounds {
                // In turns, and the other way round each time, so that no one always runs on a warm machine.
                for contender in round % 2 == 0 ? contenders : contenders.reversed() {
                    say("\(workload.name), round \(round + 1) of \(options.rounds): \(contender.rawValue) …")
                    let trial = Trial(
                        contender: contender, workload: workload, seconds: options.seconds, microphone: microphone, server: server)
                    do {
                        runs[contender, default: []].append(try trial.measure())
                    } catch {
                        // One peer's failure is a result; the others go on.
                        say("  failed: \(error)")
                        report.failures.append("\(workload.name), \(contender.rawValue): \(error)")
                    }
                }
            }
            for (contender, measurements) in runs { report.add(Measurement(combining: measurements), of: contender, on: workload) }
            say(report.table(of: workload))
        }
        say(report.comparison + report.bars)
        try ResultsPage.put("Results", report.text, into: options.results, withMachine: false)
    }
}
