import AppGroup
import Codec
import Delivery
import Logging

/// What happens around a broadcast, taken in on the session's thread: reported to people, kept for `status`, or its end.
extension Session {
    /// What the session's thread keeps while it broadcasts.
    struct Broadcast {
        var crew: AgentCrew?
        var roster = AgentRoster()
        var operations = AgentOperations()
        /// Whether people were told what agents are held by.
        var hasSaidHow = false
        /// Why processes ended, until the end of their connection is known too.
        var explanations: [Int32: (EndReason, String)] = [:]
        /// The newest operation whose failure was logged.
        var newestReported = 0
        var encodeWorker: Worker?
        var isSoundRunning = false
        var isFanOutRunning = false
        var hasBeenLive = false
        /// What the picture was told of the live agent last.
        var presence: AgentPresence?
        var soundReport = SoundReport()
        var end: SessionEnd?
    }

    func take(_ event: SessionEvents.Event, _ line: inout Broadcast) {
        switch event {
        case .encode(.opened(let stream, let size)):
            shown.withLock { $0.canvas = size }
            openTargets([stream], &line)
            prepareSlate(line)
        case .encode(.failed(let error)): line.end = line.end ?? .failed(error)
        case .intake(let event): take(event, &line)
        case .agent(let operation, let event): take(event, of: operation, &line)
        case .request(let operation, let request): take(request, as: operation, &line)
        }
    }

    /// - Parameter picture: the picture's stream, or nothing in a broadcast without one.
    func openTargets(_ picture: [StreamDescription], _ line: inout Broadcast) {
        do throws(SessionError) {
            try targets.open(picture + (sound?.encoding.streams ?? []))
        } catch { line.end = .failed(error) }
    }

    func watch(_ line: inout Broadcast) {
        let figures = encode.figures.snapshot
        shown.withLock {
            $0.rates.add(at: .now(), frames: figures.encoded, bytes: figures.bytes + (sound?.encoding.encodedBytes ?? 0))
        }
        for (status, isPage) in targets.changes() { report(status, isPage: isPage) }
        reportSound(&line)
        watchAgents(&line)
        if wantsStop.load(ordering: .acquiring) { line.end = line.end ?? .finished }
        if let duration = configuration.duration, .now() - start >= duration { line.end = line.end ?? .finished }
        if targets.haveAllFailed { line.end = line.end ?? .failed(SessionError(.failed, "every target has failed")) }
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

    private func reportSound(_ line: inout Broadcast) {
        guard let desk = sound?.desk else { return }
        for entry in line.soundReport.news(desk.words, desk.status) { log.log(level: entry.isGood ? .info : .warning, "\(entry.text)") }
    }
}
