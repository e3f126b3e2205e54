import Platform

/// What each round does about every agent.
extension IntakeThread {
    /// Tells every agent what has changed for it; returns when the next one is due.
    func tellAll(at now: MediaTime) -> MediaTime {
        var deadline = now + Self.longestWait
        let milliFramesPerSecond = milliFramesPerSecond.load(ordering: .relaxed)
        for source in sources { source.paced.change(milliFramesPerSecond: milliFramesPerSecond, at: now) }
        for index in connections.indices {
            let mayCapture = connections[index].source.succession.mayCapture(connections[index].generation)
            connections[index].want(capture: mayCapture, pause: isHidden(index))
            connections[index].tell(
                at: now, heartbeat: .milliseconds(Int(HandoffThread.heartbeatMilliseconds)),
                milliFramesPerSecond: milliFramesPerSecond, buffer: buffer)
            deadline = min(deadline, connections[index].nextTellTime)
        }
        return deadline
    }

    /// Gives up agents that hang, and those that were asked to stop and do not.
    ///
    /// - Returns: when the next one may be due.
    func dropSilent(at now: MediaTime, _ handoff: HandoffThread) -> MediaTime {
        // No agent can be heard while this thread does not run.
        let absence = now - lastRound - Self.longestWait
        lastRound = now
        var deadline = now + Self.longestWait
        for index in connections.indices where !connections[index].isClosing {
            if absence > .milliseconds(100) { connections[index].heard(at: min(now, connections[index].heard + absence)) }
            let silence = now - connections[index].heard
            if connections[index].stopReason != nil {
                if now > connections[index].stopDeadline {
                    connections[index].isClosing = handoff.close(connections[index].generation, Self.killed, kills: true)
                }
                deadline = min(deadline, connections[index].stopDeadline)
            } else if silence > Self.silenceLimit {
                let processID = connections[index].agent.description.processID
                if connections[index].silence.isHanging(silentFor: silence, ProcessActivity(of: processID), at: now) {
                    connections[index].giveUp(.unresponsive, "no heartbeat for \(Int(clamping: silence.inMilliseconds)) ms")
                    connections[index].isClosing = handoff.close(connections[index].generation, connections[index].ending ?? .connectionClosed)
                }
                deadline = min(deadline, now + .milliseconds(50))
            } else {
                connections[index].silence.clear()
                deadline = min(deadline, connections[index].heard + Self.silenceLimit)
            }
        }
        return deadline
    }
}
