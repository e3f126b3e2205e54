import AgentProtocol

/// Section 5: what an agent may write, and when.
extension AgentExaminer {
    private static let moment = Duration.milliseconds(400)
    /// A screen may change its size a few times in a row.
    private static let mostGeometries = 5

    @available(*, noasync)
    func loans(_ agent: Attachment) {
        agent.run(for: Self.moment)
        report.judge(
            .noNoticeBeforeCapture, agent.noticeTimes.isEmpty ? nil : "\(agent.noticeTimes.count) notices came while the request was to wait")
        agent.request = .capture
        let before = agent.noticeTimes.count
        agent.run(for: Self.moment + .milliseconds(200))
        let unlent = agent.noticeTimes.count - before
        report.judge(.noGrabWithoutLoan, unlent == 0 ? nil : "\(unlent) notices came while no slot was lent")
        report.judge(.started, agent.state?.phase == .started ? nil : "its phase is \(agent.state.map { "\($0.phase)" } ?? "unknown")")
        guard oneLoan(agent) else { return }
        replay(agent)
        agent.lendsAgain = true
        agent.lend(.max)
        let slots = agent.book?.layout.slotCount ?? 0
        agent.run(for: .seconds(2), until: { agent.noticeTimes.count > slots })
    }

    /// Slot 1 is lent, once: again on a memory that the agent asks for meanwhile, which is where its notice comes then.
    @available(*, noasync)
    private func oneLoan(_ agent: Attachment) -> Bool {
        for _ in 0..<Self.mostGeometries {
            let memory = agent.book?.memoryNumber
            func isReplaced() -> Bool { agent.book?.memoryNumber != memory }
            let before = agent.book?.notices ?? 0
            agent.lend(0b10)
            agent.run(for: .seconds(2), until: { isReplaced() || agent.book?.notices ?? 0 > before })
            agent.run(for: Self.moment, until: isReplaced)
            guard !isReplaced() else { continue }
            let count = (agent.book?.notices ?? 0) - before
            switch count {
            case 0: report.fail(.oneLoan, "no notice came within 2 s of the first loan")
            case 1: report.judge(.oneLoan, nil)
            default: report.fail(.oneLoan, "\(count) notices came for one loan")
            }
            return count > 0
        }
        report.fail(.oneLoan, "it asked for another memory each of \(Self.mostGeometries) times that a slot was lent")
        return false
    }

    /// States that lend slot 1 again, and must not: an old one, and a new one that was written before the notice came.
    @available(*, noasync)
    private func replay(_ agent: Attachment) {
        func lends(_ check: AgentCheck, _ what: String, _ state: () -> HostState) {
            let (memory, before) = (agent.book?.memoryNumber, agent.noticeTimes.count)
            for _ in 0..<3 {
                agent.say(state())
                agent.run(for: .milliseconds(100))
            }
            // Of a new memory no slot was used yet: what is said of it may lend one.
            guard agent.book?.memoryNumber == memory else { return report.skip(check, "its geometry changed meanwhile") }
            let count = agent.noticeTimes.count - before
            report.judge(check, count == 0 ? nil : "\(count) notices came after \(what)")
        }
        lends(.replayedLoan, "a state with an old sequence lent slot 1") { agent.state(sequence: 1) { $0.lentSlots = 0b10 } }
        lends(.unansweredLoan, "a state lent slot 1 whose last notice was before the one that used it") {
            agent.state(sequence: agent.nextSequence()) { ($0.lentSlots, $0.lastNotice) = (0b10, 0) }
        }
    }
}
