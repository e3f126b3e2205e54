import Session

/// How a broadcast was doing before an upload test began, and whether it does worse now.
struct BroadcastHealth {
    /// What waits for a target's network longer than this shows as delay at the viewers.
    static let bearableMilliseconds = 300.0
    private let targets: [SessionStatus.Target]
    private let rate: SessionStatus.Rate?

    init(_ status: SessionStatus) {
        targets = status.targets.filter { $0.state == "live" && $0.url.contains("://") }
        rate = status.rate
    }

    var isStreaming: Bool { !targets.isEmpty }

    func isWorse(in status: SessionStatus) -> Bool {
        let isAnyTargetWorse = targets.contains { before in
            // One that was removed or paused meanwhile suffers no more.
            guard let now = status.targets.first(where: { $0.id == before.id }), now.state != "paused" else { return false }
            return now.state != "live" || now.reconnects > before.reconnects || now.droppedFrames > before.droppedFrames
                || now.queuedMilliseconds > max(Self.bearableMilliseconds, before.queuedMilliseconds + 100)
        }
        guard !isAnyTargetWorse, let rate, let now = status.rate, rate.isAdaptive, now.ceiling >= rate.ceiling else { return isAnyTargetWorse }
        // The encoder makes room: for us.
        return now.bitsPerSecond < rate.bitsPerSecond * 8 / 10 || (now.isPoor && !rate.isPoor)
    }
}
