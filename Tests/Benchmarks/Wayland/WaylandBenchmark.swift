import Foundation
import ServerFixtures
import TestSupport

/// Streams a desktop of sway with Splitcast's agents and with their peers, in turns, on the same machine.
///
/// Each run has a fresh desktop; figures are taken as in `Benchmark`. The delay holds the compositor's own, up to a frame of 60 Hz.
struct WaylandBenchmark {
    private let options: WaylandOptions

    init(_ options: WaylandOptions) { self.options = options }

    func run() throws {
        switch options.scenario {
        case .wayland: try ResultsPage.put("Wayland", try compare(), into: options.results)
        case .swaps: try ResultsPage.put("From X to Wayland and back", try swaps(), into: options.results)
        }
    }

    private func compare() throws -> String {
        let server = try RTMPServer()
        var (parts, failures): ([String], [String]) = ([], [])
        for size in options.sizes {
            for workload in options.workloads {
                var runs: [WaylandContender: [Measurement]] = [:]
                for round in 0..<options.rounds {
                    // In turns, and the other way round each time, so that no one always runs on a warm machine.
                    for contender in round % 2 == 0 ? options.contenders : options.contenders.reversed() {
                        sayProgress("\(workload.rawValue) \(size), round \(round + 1) of \(options.rounds): \(contender.rawValue) …")
                        let trial = WaylandTrial(contender: contender, workload: workload, screen: size, seconds: options.seconds, server: server)
                        do {
                            runs[contender, default: []].append(try trial.measure())
                        } catch {
                            // One peer's failure is a result; the others go on.
                            sayProgress("  failed: \(error)")
                            failures.append("\(workload.rawValue) \(size), \(contender.rawValue): \(error)")
                        }
                    }
                }
                let part = "## \(workload.rawValue), \(size)\n\n" + tables(runs.mapValues { Measurement(combining: $0) })
                say(part)
                parts.append(part)
            }
        }
        let intro = """
            sway 1.7 without a GPU, 60 Hz; x264 veryfast zerolatency at 4500 kb/s, RTMP to nginx on loopback, no microphone \
            (Splitcast sends silence, the others no sound); above 1080p the stream \
            is 1080p. \(options.seconds) s measured in each run, \(options.rounds) of each in turns. Delay is from drawing to the decoded frame at \
            one and the same receiver. Splitcast and pipewiresrc repeat a still picture so that players do not starve; wf-recorder does not.

            """
        let problems =
            failures.isEmpty ? "" : "\n## Failed runs on Wayland\n\n" + failures.map { "- \($0.prefix(300))" }.joined(separator: "\n") + "\n"
        return intro + "\n" + parts.joined(separator: "\n") + problems
    }

    private func tables(_ measured: [WaylandContender: Measurement]) -> String {
        var processes = MarkdownTable("peer", "process", "CPU, cores", "private, MiB", "resident, MiB")
        var frames = MarkdownTable(
            "peer", "frames due", "delivered", "missed", "repeated", "delay p50, ms", "p95", "p99", "start → first picture, ms")
        for contender in options.contenders {
            guard let one = measured[contender] else { continue }
            for process in one.processes {
                let memory = [process.uniqueBytes, process.residentBytes].map { (Double($0) / 1_048_576).rounded(to: 1) }
                processes.add([contender.rawValue, process.role, process.cores.rounded(to: 3)] + memory)
            }
            let counts = [one.tally.due, one.tally.delivered, one.tally.missed, one.tally.repeated].map(String.init)
            let delays = [0.5, 0.95, 0.99].map { one.age(at: $0).map { $0.inMilliseconds.rounded(to: 0) } ?? "–" }
            frames.add([contender.rawValue] + counts + delays + [one.firstPacket.inMilliseconds.rounded(to: 0)])
        }
        return processes.text + "\n\n" + frames.text + "\n"
    }

    private func swaps() throws -> String {
        var scenario = BackendSwapScenario()
        (scenario.count, scenario.recording) = (options.count, options.recording)
        scenario.progress = { [count = options.count] in sayProgress("swap \($0) of \(count)") }
        let result = try scenario.run()
        var rows = MarkdownTable("irregularity", "during swaps", "between them")
        for kind in Irregularity.Kind.allCases { rows.add([kind.words, "\(result.during(kind))", "\(result.between(kind))"]) }
        let complaints = result.decodingErrors.isEmpty ? "none" : String(result.decodingErrors.prefix(300))
        let text = """
            \(options.count) swaps (X11 → portal → wlroots → X11) of screens of \(scenario.size) in full motion at 30 frames a second, over RTMP; \
            \(result.pictures) pictures, \(result.switches) of \(scenario.switchCount) switches received. A swap lasts \
            from 100 ms before the command until 400 ms after the switch: \(Int(result.takingOver.inSeconds)) s of \
            \(Int((result.scenario.upperBound - result.scenario.lowerBound).inSeconds)) s. What happens between them is the machine's share. \
            The user was asked once.

            \(rows.text)

            - Complaints of the decoder: \(complaints).
            - From the new agent's attachment to the switch: \(result.attachToSwitch).
            - From the command to the switch: \(result.startToSwitch).
            - What the host holds more than before: \(result.growth).

            """
        sayProgress(result.irregularities.map(\.description).joined(separator: "\n"))
        say(text)
        return text
    }
}
