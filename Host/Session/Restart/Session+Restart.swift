import Audio
import Delivery
import Glibc
public import Platform

/// Parts of a running broadcast made anew. One after the other, each until it is done.
extension Session {
    private static let encoderLimit = Duration.seconds(15)
    private static let targetLimit = Duration.seconds(20)

    @available(*, noasync)
    public func restart(_ part: BroadcastPart) throws(SessionError) -> RestartReport {
        let items = try restarting.withLock { (_) throws(SessionError) in
            switch part {
            case .encoder: try restartEncoders()
            case .audio: try restartAudio()
            case .targets: try restartTargets()
            }
        }
        return RestartReport(part: part, items: items)
    }

    private func restartEncoders() throws(SessionError) -> [RestartReport.Item] {
        guard intake != nil else { throw SessionError(.failed, "this broadcast has no picture: it was started without") }
        let working = encodings.running.filter { $0.size.withLock { $0 } != nil }
        guard !working.isEmpty else { throw SessionError(.failed, "there is no encoder yet: the broadcast waits for its first picture") }
        var items: [RestartReport.Item] = []
        for encoding in working {
            guard let thread = encoding.thread else { continue }
            let deadline = MediaTime.now() + Self.encoderLimit
            let number = thread.restart()
            while thread.restarted.withLock({ $0.number }) < number {
                guard MediaTime.now() < deadline, !wantsStop.load(ordering: .acquiring) else {
                    throw SessionError(.failed, "the encoder of \(encoding.name) does not come to it: it is made anew as soon as it does")
                }
                usleep(2000)
            }
            let outcome = thread.restarted.withLock { $0 }
            if let problem = outcome.problem {
                throw SessionError(.failed, "encoding \(encoding.name): the new encoder cannot be opened, and the old one goes on: \(problem)")
            }
            let gap = outcome.gap.inMilliseconds
            items.append(.init(encoding.name, gap: gap, "no picture was lost but those of the gap; a key frame follows"))
        }
        return items
    }

    private func restartAudio() throws(SessionError) -> [RestartReport.Item] {
        guard let audio else { throw SessionError(.failed, "this broadcast has no audio: it was started without") }
        do throws(AudioError) {
            return try audio.controller.restartDevices().map { .init($0.id, gap: $0.gap.inMilliseconds, "silent meanwhile") }
        } catch { throw SessionError(.failed, error.message, cause: error) }
    }

    private func restartTargets() throws(SessionError) -> [RestartReport.Item] {
        let meant = targets.state.withLock { $0.entries }.compactMap { entry -> (target: Target, before: TargetStatus)? in
            guard !entry.isPage, let target = entry.target, !target.isRecording, target.status.state != .paused else { return nil }
            return (target, target.status)
        }
        guard !meant.isEmpty else { throw SessionError(.failed, "no target has a connection: there are none but recordings, or what is paused") }
        let begun = MediaTime.now()
        for (target, _) in meant { target.reconnect() }
        var (items, waiting): ([RestartReport.Item], [(target: Target, before: TargetStatus)]) = ([], meant)
        while !waiting.isEmpty {
            let isOver = begun + Self.targetLimit < .now() || wantsStop.load(ordering: .acquiring)
            waiting.removeAll { target, before in
                let now = target.status
                let isBack = now.state == .live && now.reconnects > before.reconnects
                guard isBack || now.state == .failed || isOver else { return false }
                let reason = now.lastError.map { ": \($0.message)" } ?? ""
                let words =
                    isBack ? "\(max(0, now.droppedPictures - before.droppedPictures)) pictures were dropped" : "it is \(now.state.rawValue)\(reason)"
                items.append(.init("\(target.id)", gap: (MediaTime.now() - begun).inMilliseconds, words))
                return true
            }
            if !waiting.isEmpty { usleep(5000) }
        }
        return items.sorted { (Int($0.name) ?? 0) < (Int($1.name) ?? 0) }
    }
}
