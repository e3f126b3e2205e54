import Platform

/// On which rung of the ladder the picture is, from one look to the next. A pause is no loss: it ends when its user wants it to. A value.
struct LossWatch: Sendable {
    enum Rung: String, Hashable, Sendable { case none, hold, slate, audio, stop }

    private let ladder: LossLadder
    private var lostAt: MediaTime?
    private var coveredAt: MediaTime?
    private(set) var rung = Rung.none

    init(_ ladder: LossLadder) { self.ladder = ladder }

    /// - Parameter phase: what viewers see of the agents.
    /// - Returns: the rung where it is another than before.
    mutating func advance(_ phase: Absence.Phase, at now: MediaTime) -> Rung? {
        let next: Rung
        switch phase {
        case .waiting, .live, .paused, .hidden:
            (lostAt, coveredAt) = (nil, nil)
            next = .none
        case .holding:
            (lostAt, coveredAt) = (lostAt ?? now, nil)
            next = .hold
        case .slate:
            lostAt = lostAt ?? now
            let begin = coveredAt ?? now
            coveredAt = begin
            next =
                switch ladder.kind(after: now - begin) {
                case .slate: .slate
                case .audio: .audio
                case .stop: .stop
                }
        }
        guard next != rung else { return nil }
        rung = next
        return next
    }

    /// For `status`; `nil` while nothing is lost.
    func status(at now: MediaTime) -> SessionStatus.Loss? {
        guard let lostAt else { return nil }
        return SessionStatus.Loss(rung: rung.rawValue, seconds: (now - lostAt).inSeconds)
    }
}

extension SessionStatus {
    /// Nothing can be captured, and no one asked for that.
    public struct Loss: Codable, Sendable {
        /// `hold`, `slate` (or the clip) or `audio`.
        public var rung: String
        /// For so long.
        public var seconds: Double
    }
}
