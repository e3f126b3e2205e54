import AppGroup
import Codec
import Delivery
import Intake
import Logging

/// What happens around a broadcast, taken in on the session's thread: reported to people, kept for `status`, or its end.
extension Session {
    /// What the session's thread keeps while it broadcasts.
    struct Broadcast {
        var targets: TargetList?
        var supervisor: AgentSupervisor?
        var encodeWorker: Worker?
        var isSoundRunning = false
        var isFanOutRunning = false
        var hasBeenLive = false
        var liveGeneration: UInt32 = 0
        /// What the picture was told of the live agent last.
        var presence: AgentPresence?
        var microphoneWords = ""
        var end: SessionEnd?
    }

    func take(_ event: SessionEvents.Event, _ line: inout Broadcast) {
        switch event {
        case .encode(.opened(let stream, let size)): openTargets(stream, size, &line)
        case .encode(.failed(let error)): line.end = line.end ?? .failed(error)
        case .intake(let event): take(event, &line)
        case .agent(let event): take(event, &line)
        }
    }

    private func openTargets(_ stream: StreamDescription, _ size: PixelSize, _ line: inout Broadcast) {
        do throws(SessionError) {
            try line.targets?.open(configuration, streams: [stream, sound.stream], fanOut: fanOut)
        } catch { line.end = .failed(error) }
        let made = line.targets?.targets ?? []
        shown.withLock { ($0.canvas, $0.targets) = (size, made) }
        prepareSlate(line)
    }

    func take(_ event: IntakeEvent, _ line: inout Broadcast) {
        switch event {
        case .attached(let agent): log.debug("agent \(agent.generation) attached: \(agent.backend) \(agent.screen), pid \(agent.processID)")
        case .live(let agent, let geometry):
            (line.hasBeenLive, line.liveGeneration) = (true, agent.generation)
            line.supervisor?.noteDelivered()
            tell(.present(agent.generation), &line)
            log.info("live: \(agent.screen), \(geometry.size) (\(agent.backend) agent \(agent.generation), pid \(agent.processID))")
        case .departed(let agent, let reason, let message, _):
            if agent.generation == line.liveGeneration { tell(.gone(agent.generation), &line) }
            shown.withLock { shown in
                shown.departed.append(
                    (
                        .now(),
                        SessionStatus.DepartedAgent(
                            id: agent.generation, pid: agent.processID, backend: agent.backend, endReason: reason.word, message: message,
                            secondsAgo: 0, attachedForSeconds: (.now() - agent.attachedAt).inSeconds, frames: 0)
                    ))
                if shown.departed.count > 16 { shown.departed.removeFirst() }
            }
            let words = message.isEmpty ? reason.word : "\(reason.word): \(message)"
            let isExpected = reason == .sessionFinished || reason == .replaced || reason == .stopped
            log.log(level: isExpected ? .info : .warning, "agent \(agent.generation) (\(agent.backend), pid \(agent.processID)) ended, \(words)")
            if reason == .unresponsive { line.supervisor?.replace(hanging: agent.processID) }
        case .refused(let message): log.warning("\(message)")
        }
    }

    func take(_ event: AgentSupervisor.Event, _ line: inout Broadcast) {
        switch event {
        case .started(let processID): log.debug("agent started, pid \(processID)")
        case .said(let text): log.info("agent: \(text)")
        case .restarting(let delay, let why):
            log.warning("the agent ended: \(why); starting it again in \(delay.inSeconds) s, the last picture stays")
        case .gaveUp(let end, let why):
            // A live session goes on with its last picture: another agent may come.
            guard !line.hasBeenLive else {
                if end != .exited(code: 0) { log.error("the agent will not be started again: \(why)") }
                return
            }
            line.end = line.end ?? .failed(SessionError(end == .exited(code: 2) ? .badSetting : .nothingToCapture, why))
        }
    }

    func watch(_ line: inout Broadcast) {
        let figures = encode.figures.snapshot
        shown.withLock {
            $0.rates.add(at: .now(), frames: figures.encoded, bytes: figures.bytes + sound.encodedBytes)
        }
        for status in line.targets?.changes() ?? [] { report(status, isPage: line.targets?.isPage(status.id) ?? false) }
        reportMicrophone(&line)
        if wantsStop.load(ordering: .acquiring) { line.end = line.end ?? .finished }
        if let duration = configuration.duration, .now() - start >= duration { line.end = line.end ?? .finished }
        if line.targets?.haveAllFailed == true { line.end = line.end ?? .failed(SessionError(.failed, "every target has failed")) }
    }

    func report(_ status: TargetStatus, isPage: Bool) {
        let name = isPage ? "page" : "target \(status.id) (\(status.maskedURL))"
        let why = status.lastError.map { ": \($0.message)" } ?? ""
        switch status.state {
        case .failed: log.error("\(name) failed\(why)")
        case .reconnecting: log.warning("\(name) lost\(why); trying again every \(configuration.reconnectInterval.inSeconds) s")
        case .live: log.info("\(name) live")
        case .idle, .connecting, .connected, .closed: log.debug("\(name) \(status.state.rawValue)")
        }
    }

    private func reportMicrophone(_ line: inout Broadcast) {
        guard let status = sound.microphone?.status, status.state != .opening, status.words != line.microphoneWords else { return }
        line.microphoneWords = status.words
        log.log(level: status.state == .live ? .info : .warning, "\(status.words)")
    }
}
