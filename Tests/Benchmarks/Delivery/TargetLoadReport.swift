import TestSupport

/// What each further target costs: a fresh broadcast for each number of targets, peers in turns, and the straight line through the
/// figures by least squares.
///
/// Processor time is that of all threads, by the kernel's account of nanoseconds; memory is anonymous. What a target costs stands
/// beside what the encoder costs, once for all targets, which differs from run to run by more than a target: the bar is held against
/// everything but the encoder's threads, and the whole is shown.
struct TargetLoadReport {
    private let options: DeliveryOptions

    init(_ options: DeliveryOptions) { self.options = options }

    func measure() throws -> String {
        var loads: [TargetLoadScenario.Peer: [TargetLoadScenario.Load]] = [:]
        var table = MarkdownTable("peer", "targets", "CPU, % of a core", "without the encoder, %", "memory, MiB", "least received, Mb/s")
        for targets in 1...options.most {
            for peer in options.peers {
                var scenario = TargetLoadScenario()
                (scenario.peer, scenario.seconds) = (peer, options.seconds)
                let load = try scenario.run(targets: targets)
                loads[peer, default: []].append(load)
                sayProgress(
                    "\(peer.rawValue), \(targets): \((load.cores * 100).rounded(to: 1)) % of a core, \(Self.mebibytes(load)) MiB, "
                        + "\((load.leastBitRate / 1e6).rounded(to: 2)) Mb/s")
            }
        }
        for peer in options.peers {
            for load in loads[peer] ?? [] {
                let beside = load.coresBesideEncoding.map { ($0 * 100).rounded(to: 2) } ?? "–"
                table.add([
                    peer.rawValue, "\(load.targets)", (load.cores * 100).rounded(to: 1), beside, Self.mebibytes(load),
                    (load.leastBitRate / 1e6).rounded(to: 2),
                ])
            }
        }
        var slopes = MarkdownTable("each further target", "CPU, % of a core", "without the encoder, %", "memory, MiB")
        var bars: [Bar] = []
        for peer in options.peers {
            let all = loads[peer] ?? []
            func slope(_ figure: (TargetLoadScenario.Load) -> Double) -> Double { Trend(all.map { (Double($0.targets), figure($0)) }).slope }
            let (cores, beside) = (slope(\.cores) * 100, slope { $0.coresBesideEncoding ?? 0 } * 100)
            let memory = slope { Double($0.memoryBytes) / 1_048_576 }
            slopes.add([peer.rawValue, cores.rounded(to: 2), peer == .splitcast ? beside.rounded(to: 2) : "–", memory.rounded(to: 2)])
            guard peer == .splitcast else { continue }
            let least = all.map(\.leastBitRate).min() ?? 0
            bars = [
                Bar(
                    words: "at most 1 % of a core for each further target (without the encoder)", value: "\(beside.rounded(to: 2)) %",
                    isMet: beside <= 1),
                Bar(words: "at most 8 MiB for each further target", value: "\(memory.rounded(to: 2)) MiB", isMet: memory <= 8),
                Bar(
                    words: "4.5 Mb/s at every target, as a condition of the two above", value: "at least \((least / 1e6).rounded(to: 2)) Mb/s",
                    isMet: least >= 0.95 * Double(TargetLoadScenario.bitRate)),
            ]
        }
        return """
            A screen of 1280x720 in full motion at 30 frames a second and 4.5 Mb/s, libx264 ultrafast zerolatency, silence in AAC, to 1 to \
            \(options.most) streams on one nginx that records nothing; \(options.seconds) s each, a fresh process for each number. Of Splitcast the \
            host alone; without the encoder: all its other threads, since what encoding costs differs more by the moment than a target does. \
            Memory: anonymous. \
            ffmpeg-tee sends to one after the other; ffmpeg-fifo has a queue and a thread for each.

            \(table.text)

            \(slopes.text)

            \(Bar.list(bars))

            """
    }

    private static func mebibytes(_ load: TargetLoadScenario.Load) -> String { (Double(load.memoryBytes) / 1_048_576).rounded(to: 1) }
}
