import AgentProtocol
import Codec
import Delivery
import Events
import Platform
import Portal

/// What happens around a broadcast, taken in on the session's thread: reported to people, kept for `status`, or its end.
extension Session {
    /// What the session's thread keeps while it broadcasts.
    struct Broadcast {
        var processes: AgentProcesses?
        var roster = AgentRoster()
        var operations = AgentOperations()
        /// What was told last of a screen that is not shared for the moment.
        var lastCastTrouble: PortalError.Code?
        /// Agents that were told why they see no screen, and with them everyone: their end is not reported again.
        var refusedCasts: Set<UInt32> = []
        /// Whether people were told what agents are held by.
        var hasSaidHow = false
        /// The newest operation whose failure was logged.
        var newestReported = 0
        var encodeWorker: Worker?
        var isSoundRunning = false
        var isFanOutRunning = false
        var hasBeenLive = false
        /// Since when an agent captures a screen that has shown nothing yet.
        var stillSince: MediaTime?
        /// The slate went out before there was a picture.
        var isStandingIn = false
        /// What the picture was told of the live agent last.
        var presence: AgentPresence?
        var soundReport = AudioReport()
        var targetWatch = TargetWatch()
        /// `nil` where the kernel tells nothing: retries then wait for their time.
        var linkWatch: LinkWatch?
        var pictureWatch = PictureWatch()
        var isOddRound = false
        /// What the picture was told to be last.
        var order: EncoderTarget?
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
        case .cast(let event): take(event, &line)
        case .request(let operation, let request): take(request, as: operation, &line)
        }
    }

    /// - Parameter picture: the picture's stream, or nothing in a broadcast without one.
    func openTargets(_ picture: [StreamDescription], _ line: inout Broadcast) {
        do throws(SessionError) {
            try targets.open(picture + (sound?.encoding.streams ?? []), bitsPerSecond: rates.bitsPerSecond)
        } catch { line.end = .failed(error) }
    }

    func watch(_ line: inout Broadcast, afterEvents: Bool) {
        let figures = encode.figures.snapshot
        shown.withLock {
            $0.rates.add(at: .now(), frames: figures.encoded, bytes: figures.bytes + (sound?.encoding.encodedBytes ?? 0))
        }
        for (status, isPage) in targets.changes() { report(status, isPage: isPage, &line) }
        followLines(figures, &line)
        for (subject, changes) in line.targetWatch.gone(present: targets.targets.map(\.id)) { journal.note(.target(subject, changes)) }
        reportPicture(figures, &line)
        // For these, and without events, half as often is enough.
        line.isOddRound.toggle()
        if afterEvents || line.isOddRound {
            reportSound(&line)
            watchAgents(&line)
        }
        if wantsStop.load(ordering: .acquiring) { line.end = line.end ?? .finished }
        if let duration = configuration.duration, .now() - start >= duration { line.end = line.end ?? .finished }
        if targets.haveAllFailed { line.end = line.end ?? .failed(SessionError(.failed, "every target has failed")) }
    }

    /// The encoder and the targets' stream selections follow the links.
    private func followLines(_ figures: PictureFigures.Snapshot, _ line: inout Broadcast) {
        let now = MediaTime.now()
        guard let round = rates.follow(targets.lines(at: now), figures, hasRecording: targets.hasRecording, at: now) else { return }
        if round.order != line.order {
            let wasStill = line.order?.isStill == true
            line.order = round.order
            if round.order.isStill != wasStill { prepareSlate(line) }
            encode.tell(round.order)
        }
        if !round.selections.isEmpty || round.expectation != nil { targets.set(round.selections, bitsPerSecond: round.expectation) }
        for changes in round.changes { journal.note(changes) }
    }

    func report(_ status: TargetStatus, isPage: Bool, _ line: inout Broadcast) {
        let subject = TargetSubject(id: status.id, maskedURL: status.maskedURL, isPage: isPage)
        for changes in line.targetWatch.changes(of: subject, TargetWatch.Look(status, at: .now())) { journal.note(.target(subject, changes)) }
    }

    private func reportPicture(_ figures: PictureFigures.Snapshot, _ line: inout Broadcast) {
        if let changes = line.pictureWatch.changes(encode.phase) { journal.note(.picture(changes)) }
    }

    private func reportSound(_ line: inout Broadcast) {
        guard let controller = sound?.controller else { return }
        for changes in line.soundReport.changes(controller.sourceReports, controller.status, at: .now()) { journal.note(.sound(changes)) }
    }
}
