import AgentProtocol
import Platform

/// What the host asks for: how fast, pause, wait; and what is no request at all.
extension AgentExaminer {
    /// What is under way when a request is sent may still arrive.
    private static let grace = Duration.milliseconds(300)

    /// Two seconds of capture: rate, heartbeat, and all that every notice is checked for.
    @available(*, noasync)
    func pictures(_ agent: Attachment) {
        guard !agent.isClosed else { return }
        let before = ProcessFigures(of: agent.peer.processID).anonymousKiB
        agent.milliFramesPerSecond = 5000
        agent.run(for: Self.grace)
        let (start, beats, notices) = (MediaTime.now(), agent.stateTimes.count, agent.noticeTimes.count)
        agent.run(for: .seconds(2))
        let count = agent.noticeTimes.count - notices
        report.judge(.frameRate, count <= 15 ? nil : "\(count) notices came in 2 s at 5 frames a second")
        report.judge(.heartbeat, silence(of: agent, since: start, beats, least: 5, ""))
        agent.milliFramesPerSecond = 30_000
        agent.run(for: .seconds(1))
        let after = ProcessFigures(of: agent.peer.processID).anonymousKiB
        report.add(.memory, .note, "\(before) KiB anonymous, \(after) KiB three seconds later; it asked for \(agent.hello.needKiB) KiB")
    }

    @available(*, noasync)
    func requests(_ agent: Attachment) {
        guard !agent.isClosed else { return }
        let flowing = agent.noticeTimes.count { .now() - $0 < .seconds(1) }
        let paused = quiet(agent, .pause, for: .milliseconds(1200), " while paused")
        report.judge(.pauseKept, paused == 0 ? nil : "\(paused) notices came later than \(Self.grace) after the request to pause")
        let saidPaused = agent.state?.isPaused == true
        let before = agent.noticeTimes.count
        agent.request = .capture
        agent.run(for: .seconds(2), until: { agent.noticeTimes.count > before && agent.state?.isPaused == false })
        let saidResumed = agent.state?.isPaused == false
        report.judge(
            .pauseSaid, !saidPaused ? "its agent state does not say paused" : !saidResumed ? "its agent state still says paused after the pause" : nil
        )
        if agent.noticeTimes.count > before {
            report.judge(.resume, nil)
        } else if flowing >= 3 {
            report.fail(.resume, "no notice came within 2 s of the end of the pause, and \(flowing) in the second before it")
        } else {
            report.skip(.resume, "its screen hardly changes")
        }
        let waiting = quiet(agent, .wait, for: .milliseconds(600), " while it was to wait")
        report.judge(.waitKept, waiting == 0 ? nil : "\(waiting) notices came later than \(Self.grace) after the request to wait")
        afterWait(agent)
    }

    /// The host has let go of what it had: the screen is sent once more, changed or not.
    @available(*, noasync)
    private func afterWait(_ agent: Attachment) {
        let before = agent.noticeTimes.count
        agent.expectWholeNotice(.afterWait)
        agent.request = .capture
        let came = agent.run(for: .seconds(2), until: { agent.noticeTimes.count > before || agent.isOver })
        // That its damage is not whole was said as it came.
        guard !agent.isOver, !report.isSettled(.afterWait) else { return }
        report.judge(.afterWait, came ? nil : "no notice came within 2 s of the end of the wait")
        agent.run(for: Self.grace)
    }

    /// How many notices come although they are not asked for. The heartbeat has to go on meanwhile.
    @available(*, noasync)
    private func quiet(_ agent: Attachment, _ request: HostState.Wish, for span: Duration, _ what: String) -> Int {
        let (start, beats) = (MediaTime.now(), agent.stateTimes.count)
        agent.request = request
        agent.run(for: Self.grace)
        let before = agent.noticeTimes.count
        agent.run(for: span)
        if !agent.isOver, let failure = silence(of: agent, since: start, beats, least: 1, what) { report.fail(.heartbeat, failure) }
        return agent.noticeTimes.count - before
    }

    /// What was wrong with the heartbeats from `start` to now; `nil` when they came in time.
    ///
    /// - Parameters:
    ///   - beats: how many had come by then.
    ///   - least: how many have to have come since.
    private func silence(of agent: Attachment, since start: MediaTime, _ beats: Int, least: Int, _ what: String) -> String? {
        let now = MediaTime.now()
        let times = [start] + agent.stateTimes.dropFirst(beats) + [now]
        let longest = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .zero
        guard longest > Stage.silence || times.count - 2 < least else { return nil }
        return "\(times.count - 2) heartbeats in \(Int(clamping: (now - start).inMilliseconds)) ms\(what), the longest silence "
            + "\(Int(clamping: longest.inMilliseconds)) ms; one every \(Int(clamping: Stage.heartbeat.inMilliseconds)) ms was agreed on"
    }

    /// Nothing of this may end an attachment.
    @available(*, noasync)
    func oldStates(_ agent: Attachment) {
        func survives(_ check: AgentCheck, _ what: String, _ act: () -> Void) {
            guard !agent.isClosed, agent.ended == nil else { return }
            act()
            let beats = agent.stateTimes.count
            agent.run(for: Self.grace)
            agent.run(for: .seconds(1), until: { agent.stateTimes.count > beats || agent.ended != nil })
            let fate =
                agent.ended != nil
                ? "it said ended" : agent.isClosed ? "it closed the connection" : agent.stateTimes.count == beats ? "its heartbeat stopped" : nil
            report.judge(check, fate.map { "\(what), and \($0)" })
        }
        survives(.unknownKinds, "messages of kind 99 came on both connections") {
            let message = WireBytes(kind: 99).u32(agent.generation).u64(1).bytes
            agent.hand(raw: message)
            agent.say(raw: message)
        }
        survives(.oldState, "a state with sequence 1 asked for a stop") {
            agent.say(agent.state(sequence: 1) { ($0.wish, $0.stopReason) = (.stop, .stopped) })
        }
        survives(.foreignState, "a state of another generation asked for a stop") {
            agent.say(
                agent.state(sequence: agent.nextSequence()) { ($0.generation, $0.wish, $0.stopReason) = ($0.generation + 1000, .stop, .stopped) })
        }
    }
}
