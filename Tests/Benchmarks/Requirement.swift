import Platform

/// What Splitcast is held to beside its peers, on one workload.
enum Requirement {
    typealias Figures = [String: [Contender: Measurement]]

    /// Its processor time is at most so much of that peer's; of the cheapest peer's without one.
    case cost(on: String, atMost: Double, of: Contender?)
    /// So many of the frames that were due arrive, at least.
    case delivered(on: String, atLeast: Int, of: Int)
    /// As many frames arrive in the same time as with any peer.
    case deliveredAsBest(on: String)
    /// The delay of `share` (0...1) of the frames is at most so long.
    case delay(on: String, share: Double, atMost: Duration)
    /// The memory of the host is at most so many MiB, resident, on any workload of that height.
    case resident(height: Int, atMost: Double)

    static let all: [Requirement] = [
        .cost(on: "idle", atMost: 0.07, of: .ffmpeg), .cost(on: "typing", atMost: 0.22, of: .ffmpeg),
        .cost(on: "typing-4k", atMost: 0.25, of: .gstreamer), .cost(on: "scroll", atMost: 0.75, of: nil),
        .cost(on: "motion", atMost: 0.85, of: nil), .delivered(on: "overload", atLeast: 358, of: 360),
        .delay(on: "overload", share: 0.95, atMost: .milliseconds(60)), .deliveredAsBest(on: "motion-beside-busy"),
        .delay(on: "motion", share: 0.5, atMost: .milliseconds(25)), .delay(on: "typing", share: 0.5, atMost: .milliseconds(12)),
        .resident(height: 1080, atMost: 130),
    ]

    /// Nil where what it takes was not measured.
    func bar(in figures: Figures) -> Bar? {
        switch self {
        case .cost(let workload, let most, let peer): Self.cost(figures[workload] ?? [:], on: workload, most, of: peer)
        case .delivered(let workload, let least, let due):
            figures[workload]?[.splitcast].map { ours in
                let (delivered, wanted) = (ours.tally.delivered, ours.tally.due)
                return Bar(
                    words: "\(workload): at least \(least) of \(due) frames arrive", value: "\(delivered) of \(wanted)",
                    isMet: delivered > 0 && delivered * due >= wanted * least)
            }
        case .deliveredAsBest(let workload): Self.deliveredAsBest(figures[workload] ?? [:], on: workload)
        case .delay(let workload, let share, let most):
            figures[workload]?[.splitcast].map { ours in
                let delay = ours.age(at: share)
                return Bar(
                    words: "\(workload): delay p\(Int(share * 100)) at most \(most.inMilliseconds.rounded(to: 0)) ms",
                    value: delay.map { "\($0.inMilliseconds.rounded(to: 0)) ms" } ?? "no frame", isMet: delay.map { $0 <= most } ?? false)
            }
        case .resident(let height, let most): Self.resident(figures, height, most)
        }
    }

    private static func cost(_ measured: [Contender: Measurement], on workload: String, _ most: Double, of peer: Contender?) -> Bar? {
        let peers = measured.filter { $0.key != .splitcast && (peer == nil || $0.key == peer) }
        guard let ours = measured[.splitcast]?.cores, let theirs = peers.min(by: { $0.value.cores < $1.value.cores }), theirs.value.cores > 0
        else { return nil }
        let share = ours / theirs.value.cores
        let whose = peer?.rawValue ?? "the cheapest peer"
        let which = peer == nil ? " (\(theirs.key.rawValue))" : ""
        return Bar(words: "\(workload): CPU at most \(most.rounded(to: 2)) × \(whose)", value: share.rounded(to: 3) + which, isMet: share <= most)
    }

    private static func deliveredAsBest(_ measured: [Contender: Measurement], on workload: String) -> Bar? {
        let peers = measured.filter { $0.key != .splitcast }
        guard let ours = measured[.splitcast]?.framesInTime, let best = peers.max(by: { $0.value.framesInTime < $1.value.framesInTime })
        else { return nil }
        return Bar(
            words: "\(workload): at least the best peer's frames",
            value: "\(ours.rounded(to: 0)) beside \(best.value.framesInTime.rounded(to: 0)) (\(best.key.rawValue)) in a run",
            isMet: ours > 0 && ours >= best.value.framesInTime)
    }

    private static func resident(_ figures: Figures, _ height: Int, _ most: Double) -> Bar? {
        let seen = figures.filter { Workload.named($0.key)?.height == height }.compactMap { $0.value[.splitcast] }
        guard let bytes = seen.flatMap(\.processes).filter({ $0.role == "host" }).map(\.residentBytes).max() else { return nil }
        let held = Double(bytes) / 1_048_576
        return Bar(
            words: "\(height) lines: the host's resident memory at most \(most.rounded(to: 0)) MiB", value: "\(held.rounded(to: 1)) MiB",
            isMet: held <= most)
    }
}
