import Foundation

/// The figures as a page of Markdown.
struct Report {
    private let options: Options
    private let contenders: [Contender]
    private var measurements: [String: [Contender: Measurement]] = [:]
    var failures: [String] = []

    init(options: Options, contenders: [Contender]) { (self.options, self.contenders) = (options, contenders) }

    mutating func add(_ measurement: Measurement, of contender: Contender, on workload: Workload) {
        measurements[workload.name, default: [:]][contender] = measurement
    }

    /// One row a process, one a peer.
    func table(of workload: Workload) -> String {
        var rows = ["| process | CPU, cores | private, MiB | proportional, MiB | resident, MiB |", "|---|---|---|---|---|"]
        var delivery = [
            "| peer | frames due | delivered | missed | repeated | unreadable | delay p50, ms | p95 | p99 | start → first picture, ms |",
            "|---|---|---|---|---|---|---|---|---|---|",
        ]
        for contender in contenders {
            guard let measured = measurements[workload.name]?[contender] else { continue }
            for process in measured.processes {
                let name = process.role == contender.rawValue ? process.role : "\(contender.rawValue): \(process.role)"
                let memory = [process.uniqueBytes, process.proportionalBytes, process.residentBytes].map {
                    String(format: "%.1f", Double($0) / 1_048_576)
                }
                rows.append("| \(name) | \(String(format: "%.3f", process.cores)) | \(memory.joined(separator: " | ")) |")
            }
            let tally = measured.tally
            let counts = [tally.due, tally.delivered, tally.missed, tally.repeated, tally.unreadable].map(String.init)
            let delays = [0.5, 0.95, 0.99].map { measured.age(at: $0).map { String(format: "%.0f", $0.inMilliseconds) } ?? "–" }
            let first = String(format: "%.0f", measured.firstPacket.inMilliseconds)
            delivery.append("| \(contender.rawValue) | \((counts + delays + [first]).joined(separator: " | ")) |")
        }
        return "\n## \(workload.name), \(workload.width)×\(workload.height)\n\n" + (rows + [""] + delivery).joined(separator: "\n") + "\n"
    }

    /// Splitcast ÷ each peer.
    var comparison: String {
        let peers = contenders.filter { $0 != .splitcast }
        guard contenders.contains(.splitcast), !peers.isEmpty else { return "" }
        var rows = [
            "| splitcast ÷ | workload | CPU | private memory | agent's private memory | delay p50 | start |", "|---|---|---|---|---|---|---|",
        ]
        for peer in peers {
            for workload in options.workloads {
                guard let ours = measurements[workload.name]?[.splitcast], let theirs = measurements[workload.name]?[peer] else { continue }
                func ratio(_ one: Double?, _ other: Double?) -> String {
                    guard let one, let other, other > 0 else { return "–" }
                    return String(format: "%.2f", one / other)
                }
                func memory(_ measurement: Measurement, _ role: String? = nil) -> Double {
                    let counted = measurement.processes.filter { $0.role != Measurement.screenServer && (role == nil || $0.role == role) }
                    return Double(counted.map(\.uniqueBytes).reduce(0, +))
                }
                let figures = [
                    ratio(ours.cores, theirs.cores), ratio(memory(ours), memory(theirs)), ratio(memory(ours, "agent"), memory(theirs)),
                    ratio(ours.age(at: 0.5)?.inSeconds, theirs.age(at: 0.5)?.inSeconds),
                    ratio(ours.firstPacket.inSeconds, theirs.firstPacket.inSeconds),
                ]
                rows.append("| \(peer.rawValue) | \(workload.name) | \(figures.joined(separator: " | ")) |")
            }
        }
        return "\n## Ratios (below 1: Splitcast needs less)\n\n" + rows.joined(separator: "\n") + "\n"
    }

    /// What Splitcast is held to, as far as it was measured.
    var bars: String {
        let bars = Requirement.all.compactMap { $0.bar(in: measurements) }
        return bars.isEmpty ? "" : "\n## Held to\n\n" + Bar.list(bars) + "\n"
    }

    /// The page's part on peers, without its heading.
    var text: String {
        let intro = """
            Written by `make bench`; how it measures is in [Benchmark.swift](Benchmark.swift). Absolute figures belong to the machine,
            ratios travel better.

            \(Machine.description)

            30 frames a second, libx264 veryfast zerolatency at 4500 kb/s, AAC at 128 kb/s, RTMP to nginx on loopback; \(options.seconds) s
            measured in each run, \(options.rounds) runs of each in turns. `gst` is gst-launch-1.0 with ximagesrc and x264enc, `ssr` is
            SimpleScreenRecorder with its window hidden.

            """
        let problems = failures.isEmpty ? "" : "\n## Failed runs\n\n" + failures.map { "- \($0.prefix(300))" }.joined(separator: "\n") + "\n"
        return intro + bars + comparison + options.workloads.map(table).joined() + problems
    }
}
