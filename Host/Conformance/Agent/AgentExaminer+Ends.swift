import AgentProtocol
import Platform

/// How it ends: a host that falls silent, one that vanishes, one that says stop.
extension AgentExaminer {
    @available(*, noasync)
    func silentHost(_ agent: Attachment) {
        guard !agent.isClosed, agent.ended == nil else { return }
        agent.isSilent = true
        let limit = Stage.silence * 3 + .milliseconds(2500)
        agent.run(for: limit, until: { agent.isClosed })
        report.judge(
            .silentHost,
            agent.isClosed ? nil : "the host said nothing for \(limit), and the connection is still open; 3 x \(Stage.silence) was agreed on")
        settlePictures(agent)
    }

    /// What holds if it was never broken, and if there was something to see.
    private func settlePictures(_ agent: Attachment) {
        let seen = agent.noticeTimes.count
        for check in [AgentCheck.firstDamage, .wholeFrame, .lentSlotsOnly, .numbersGrow, .captureTime, .damageInside, .currentMemory] {
            if seen > 0 { report.judge(check, nil) } else { report.skip(check, "no notice came") }
        }
        if agent.state != nil { report.judge(.sequenceGrows, nil) }
        if agent.geometryChanges > 0 { report.judge(.geometryChange, nil) }
        report.judge(.wellFormed, nil)
    }

    /// The host is gone in one moment: socket, connection and endpoint.
    @available(*, noasync)
    func vanish(_ agent: Attachment) throws(ConformanceError) {
        agent.request = .capture
        agent.lendsAgain = true
        agent.lend(.max)
        agent.run(for: .milliseconds(500))
        stage.close()
        agent.close()
        let end = MediaTime.now() + .seconds(1)
        while process.isRunning, .now() < end, !stage.interruption.hasCome {
            stage.wait(for: [process.textDescriptor, process.endDescriptor], until: end)
        }
        let hasLeft = !process.isRunning
        report.add(.hostGone, .ok, hasLeft ? process.farewell : "it waits")
        try stage.open()
        guard !hasLeft else { return report.skip(.comesBack, "it ends with its host") }
        let socket = try stage.accept(until: .now() + Self.patience, from: process)
        let failure = process.isRunning ? "it did not attach within \(Self.patience) of a new host" : process.farewell
        report.judge(.comesBack, socket == nil ? failure : nil)
    }

    @available(*, noasync)
    func stop(_ agent: Attachment) {
        agent.lendsAgain = true
        agent.lend(.max)
        agent.run(for: .milliseconds(400))
        report.judge(.noNoticeWhileWaiting, agent.noticeTimes.isEmpty ? nil : "\(agent.noticeTimes.count) notices came while the request was to wait")
        agent.request = .capture
        agent.run(for: .seconds(2), until: { agent.noticeTimes.count > 1 })
        // Not the reason that an agent would give by itself.
        agent.stopReason = .replaced
        agent.request = .stop
        agent.run(for: .seconds(2), until: { agent.ended != nil })
        guard let word = agent.ended else {
            report.fail(.ended, agent.isClosed ? "it closed the connection without ended" : "no ended came within 2 s of the request to stop")
            agent.close()
            return judgeLeaving()
        }
        report.judge(.ended, word.reason == .replaced ? nil : "its reason is \(word.reason.word), the host's was \(EndReason.replaced.word)")
        agent.run(for: .milliseconds(200))
        report.judge(.endedIsLast, nil)
        settlePictures(agent)
        agent.close()
        judgeLeaving()
    }

    @available(*, noasync)
    private func judgeLeaving() {
        let end = MediaTime.now() + .seconds(3)
        while process.isRunning, .now() < end, !stage.interruption.hasCome { stage.wait(for: [process.endDescriptor], until: end) }
        report.judge(.leaves, process.isRunning ? "it still runs 3 s after the host had closed the connection of a stopped agent" : nil)
    }
}
