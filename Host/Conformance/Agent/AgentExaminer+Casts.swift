import AgentProtocol
import Platform

/// Agents that have no screen of their own: what they make of a cast that is late, dead, impossible or refused.
extension AgentExaminer {
    @available(*, noasync)
    func casts() throws(ConformanceError) {
        guard wantsCast else { return }
        if let agent = try welcome() {
            awaited(agent)
            try lifeless(agent)
            agent.close()
        }
        try malformed()
        try refused()
    }

    /// The user is asked first, which may take minutes.
    @available(*, noasync)
    private func awaited(_ agent: Attachment) {
        agent.run(for: Stage.silence * 1.5, until: { agent.isOver })
        let phase = agent.state?.phase
        report.judge(
            .castAwaited,
            agent.isOver
                ? "it ended while its cast was waited for"
                : agent.memory != nil
                    ? "it asked for memory before there was a cast"
                    : phase == nil ? "no heartbeat came" : phase != .notAvailable ? "its phase is \(phase!) without a cast" : nil)
    }

    /// Two connections that say nothing, one after the other; then the second is gone.
    @available(*, noasync)
    private func lifeless(_ agent: Attachment) throws(ConformanceError) {
        guard !agent.isOver else { return }
        let first = try LifelessConnection()
        agent.hand(CastOffer(node: 41, cursor: .embedded), descriptor: first.passed?.number)
        first.passed = nil
        let (start, beats) = (MediaTime.now(), agent.stateTimes.count)
        agent.run(for: Stage.silence * 2, until: { agent.isOver })
        // To give up what does not answer is right, too; an agent that waits for it goes on sending heartbeats.
        let times = [start] + agent.stateTimes.dropFirst(beats) + [.now()]
        let longest = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .zero
        report.judge(.castSilent, longest <= Stage.silence ? nil : "\(Int(clamping: longest.inMilliseconds)) ms went by without a heartbeat")
        guard !agent.isOver else { return }
        let second = try LifelessConnection()
        agent.hand(CastOffer(node: 42, cursor: .embedded), descriptor: second.passed?.number)
        second.passed = nil
        let closed = agent.run(for: Self.patience, until: { first.isClosed || agent.isOver })
        report.judge(.castReplaced, closed ? nil : "the connection of the first is open \(Self.patience) after the second came")
        second.end()
        let ended = agent.run(for: Self.patience, until: { agent.isOver })
        report.judge(.castEnded, ended ? nil : "the connection to PipeWire was closed, and \(Self.patience) later it is still attached")
    }

    @available(*, noasync)
    private func malformed() throws(ConformanceError) {
        func bytes(node: UInt32, cursor: UInt8 = 1) -> WireBytes { WireBytes(kind: 6).u32(node).u64(7).u8(cursor).u8(0).u16(0) }
        let casts: [(label: String, bytes: WireBytes, isBare: Bool)] = [
            ("node 0", bytes(node: 0), false), ("node 4,294,967,295", bytes(node: .max), false), ("pointer 3", bytes(node: 41, cursor: 3), false),
            ("without a descriptor", bytes(node: 41), true), ("one byte too short", WireBytes(kind: 6).u32(41).u64(7).u8(1).u16(0), false),
        ]
        for cast in casts {
            guard let agent = try welcome() else { return }
            agent.run(for: Self.patience, until: { agent.state != nil })
            let connection = try LifelessConnection()
            agent.hand(raw: cast.bytes.bytes, descriptor: cast.isBare ? nil : connection.passed?.number)
            connection.passed = nil
            let isOver = agent.run(for: Stage.silence * 3, until: { agent.isOver })
            agent.close()
            process.look()
            if case .killed(let signal)? = process.end { report.fail(.castMalformed, "\(cast.label): it was killed by signal \(signal)") }
            report.judge(.castMalformed, isOver ? nil : "\(cast.label): it is still attached")
        }
    }

    /// The user said no: to ask again is to bother somebody.
    @available(*, noasync)
    private func refused() throws(ConformanceError) {
        guard let agent = try welcome() else { return }
        agent.run(for: Self.patience, until: { agent.state != nil })
        agent.hand(Refusal(reason: .permissionDenied, message: "the user said no"))
        let isOver = agent.run(for: Self.patience, until: { agent.isOver })
        agent.close()
        guard isOver else { return report.fail(.castRefused, "it is still attached \(Self.patience) later") }
        try afterRefusal(.castRefused, mostAttempts: 1, "each may ask the user again: end, or wait for seconds")
    }
}
