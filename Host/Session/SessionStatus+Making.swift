import AgentProtocol
import AppGroup
import Delivery
import Glibc
import Intake
import Platform
import Supervision

extension SessionStatus {
    /// Puts the parts together: each is a snapshot, taken one after the other.
    init(
        of shown: Session.Shown, targets statuses: [TargetStatus], streams: SessionConfiguration.Streams, group: GroupName, start: MediaTime,
        agents: [AgentSnapshot],
        pictures: PictureFigures, maxFramesPerSecond: Int, rate: Rate?, audio: AudioStatus?, delays: DelayStatistics.Summary?,
        fanOutDrops: Int, replay: Replay?
    ) {
        let now = MediaTime.now()
        let (figures, encodeTimes) = (pictures.snapshot, pictures.encodeTimes)
        let targets = statuses.map { Target($0) }
        self.init(
            version: Self.programVersion, group: group.text, pid: getpid(), uptimeSeconds: (now - start).inSeconds, state: shown.phase.rawValue,
            bitRate: shown.rates.bitRate,
            dropped: targets.reduce(UInt64(fanOutDrops) + figures.failed) { $0 + $1.droppedFrames } + agents.reduce(0) { $0 + $1.superseded },
            streams: streams.rawValue, agents: agents.map { Agent($0, shown.supervisors, now: now) },
            departed: shown.departed.entries.map { entry in
                var agent = entry.agent
                agent.secondsAgo = (now - entry.departedAt).inSeconds
                return agent
            },
            picture: Picture(
                size: shown.canvas.map(\.description) ?? "", maxFps: maxFramesPerSecond, fps: shown.rates.fps, framesEncoded: figures.encoded,
                keepAlives: figures.keepAlives, keyframes: figures.keyframes, failed: figures.failed,
                encodeMillisecondsMedian: encodeTimes.median.inMilliseconds, encodeMillisecondsWorst: encodeTimes.worst.inMilliseconds,
                lastError: figures.lastFailure), rate: rate,
            microphone: Microphone(audio?.sources.first { $0.id == AudioController.microphone }), audio: audio, targets: targets, replay: replay,
            delay: Delay(
                medianMilliseconds: delays?.median.inMilliseconds ?? 0, p95Milliseconds: delays?.percentile95.inMilliseconds ?? 0,
                worstMilliseconds: delays?.longest.inMilliseconds ?? 0), page: shown.page)
    }

    /// Shown by `--version` and in `status`.
    public static let programVersion = "0.1.0"
}

extension SessionStatus.Microphone {
    /// - Parameter source: `nil` when there is none.
    init(_ source: AudioStatus.Source?) {
        self.init(
            state: source?.state ?? Self.none, device: source?.device ?? "", isMuted: source?.isMuted ?? false, level: source?.level ?? 0,
            peakDbfs: source?.peakDbfs ?? -120, rmsDbfs: source?.rmsDbfs ?? -120, driftPpm: source?.driftPpm ?? 0,
            silenceMilliseconds: source?.silenceMilliseconds ?? 0)
    }
}

extension SessionStatus.Target {
    init(_ status: TargetStatus) {
        self.init(
            id: status.id, url: status.maskedURL, file: status.file, state: status.state.rawValue, bitRate: Double(status.kilobitsPerSecond) * 1000,
            bytesSent: UInt64(status.bytesSent), picturesSent: UInt64(status.picturesSent), sentSeconds: status.sentTime.inSeconds,
            droppedFrames: UInt64(status.isSoundAlone ? status.droppedSounds : status.droppedPictures),
            queuedMilliseconds: status.queued.inMilliseconds, diet: status.selection.word,
            reconnects: status.reconnects, lastError: status.lastError?.message ?? "")
    }
}

extension SessionStatus.Replay {
    init(_ replay: ReplayBuffer) {
        let held = replay.held
        self.init(
            seconds: held.span.inSeconds, limitSeconds: replay.limits.span.inSeconds, bytes: held.byteCount, limitBytes: replay.limits.byteCount)
    }
}

extension SessionStatus.Agent {
    init(_ agent: AgentSnapshot, _ supervisors: [AgentSupervisor], now: MediaTime) {
        let who = agent.description
        let memory = supervisors.first { $0.processID == who.processID }?.memory ?? AgentMemory(of: who.processID)
        self.init(
            id: who.generation, pid: who.processID, backend: who.backend, screen: who.screen, place: who.place, state: "\(agent.phase)",
            status: Int(agent.phase.rawValue), isPaused: agent.isPaused, isLive: agent.isLive, isStandby: who.isStandby, isStalled: agent.isStalled,
            size: agent.geometry.map { "\($0.size)" } ?? "", orientation: agent.orientation.word,
            attachedForSeconds: (now - who.attachedAt).inSeconds, frames: agent.frames, waitedForSlot: agent.waitedForSlot,
            superseded: agent.superseded, grabbedPixels: agent.grabbedPixels, staleNotices: agent.staleNotices,
            unknownMessages: agent.unknownMessages, privateKiB: privateMemoryKiB(of: who.processID),
            memory: SessionStatus.Memory(memory, needKiB: Int(who.needKiB)),
            confinement: Confinement(claimed: agent.confinement, of: who.processID).words)
    }
}

extension SessionStatus.Memory {
    /// - Parameter memory: `nil` for a process that is gone.
    init(_ memory: AgentMemory?, needKiB: Int) {
        self.init(
            needKiB: needKiB, limitKiB: (memory?.limitBytes ?? 0) >> 10, limitKind: memory?.kind.word ?? "",
            anonymousKiB: (memory?.anonymousBytes ?? 0) >> 10, kernelKiB: (memory?.kernelBytes ?? 0) >> 10,
            fileKiB: (memory?.fileBytes ?? 0) >> 10, peakKiB: (memory?.peakBytes ?? 0) >> 10)
    }
}
