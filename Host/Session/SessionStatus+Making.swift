import AgentProtocol
import AppGroup
import Codec
import Delivery
import Glibc
import Intake
import Platform
import Supervision

extension SessionStatus {
    /// Puts the parts together: each is a snapshot, taken one after the other.
    init(
        of shown: Session.Shown, targets: [Target], encodings: [RunningEncoding],
        configuration: SessionConfiguration,
        start: MediaTime, agents: [AgentSnapshot], layers: LayerBook, overlays: [Overlay], filters: [Filter], background: Background,
        audio: AudioStatus?, replay: Replay?, dropped: UInt64
    ) {
        let now = MediaTime.now()
        let primary = encodings.primary
        let (figures, encodeTimes) = (primary?.thread?.figures.snapshot ?? .none, primary?.thread?.figures.encodeTimes ?? (.zero, .zero))
        let delays = primary?.fanOut.delays.summary
        self.init(
            version: Self.programVersion, group: configuration.group.text, pid: getpid(), uptimeSeconds: (now - start).inSeconds,
            state: shown.phase.rawValue,
            bitRate: shown.rates.bitRate,
            dropped: dropped,
            streams: configuration.streams.rawValue, agents: agents.map { Agent($0, shown.supervisors, now: now) },
            departed: shown.departed.map { entry in
                var agent = entry.agent
                agent.secondsAgo = (now - entry.departedAt).inSeconds
                return agent
            },
            picture: Picture(
                size: shown.canvas.map(\.description) ?? "", maxFps: primary?.configuration.framesPerSecond ?? configuration.framesPerSecond,
                fps: shown.rates.fps,
                framesEncoded: figures.encoded,
                keepAlives: figures.keepAlives, keyframes: figures.keyframes, failed: figures.failed,
                encodeMillisecondsMedian: encodeTimes.median.inMilliseconds, encodeMillisecondsWorst: encodeTimes.worst.inMilliseconds,
                lastError: figures.lastFailure), rate: primary?.rates.status,
            sources: configuration.streams == .audioOnly ? [] : Self.sources(layers, canvas: shown.canvas, agents: agents),
            overlays: overlays, filters: filters, background: background, loss: shown.loss, desktop: shown.desktop, inhibition: shown.inhibition,
            encodings: encodings.compactMap { Encoding($0, targets: targets) },
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

extension SessionStatus.Encoding {
    /// `nil` in a broadcast without a picture.
    init?(_ encoding: RunningEncoding, targets: [SessionStatus.Target]) {
        guard let figures = encoding.thread?.figures else { return nil }
        let (counted, times, rates) = (figures.snapshot, figures.encodeTimes, encoding.seen.withLock { $0 })
        let work = encoding.work.withLock { $0 }
        self.init(
            name: encoding.name, size: encoding.size.withLock { $0 }.map(\.description) ?? "", codec: encoding.configuration.encoder.coding.rawValue,
            pixel: encoding.choice.sampling.rawValue, encoder: work.name, encoderProblem: work.problem,
            constantQuality: encoding.choice.constantQuality, fps: rates.fps, bitRate: rates.bitRate, framesEncoded: counted.encoded,
            failed: counted.failed, encodeMillisecondsMedian: times.median.inMilliseconds, encodeMillisecondsWorst: times.worst.inMilliseconds,
            lastError: counted.lastFailure, rate: encoding.choice.constantQuality == nil ? encoding.rates.status : nil,
            targets: targets.filter { $0.encoding == encoding.name }.map(\.id).sorted())
    }
}

extension SessionStatus.Target {
    /// One that nothing was done for yet.
    init(idle id: Int, url: String, encoding: String) {
        self.init(
            id: id, url: url, file: nil, state: TargetState.idle.rawValue, bitRate: 0, bytesSent: 0, picturesSent: 0, sentSeconds: 0,
            droppedFrames: 0,
            queuedMilliseconds: 0, diet: StreamSelection.everything.word, reconnects: 0, lastError: "", encoding: encoding)
    }

    init(_ status: TargetStatus, encoding: String) {
        self.init(
            id: status.id, url: status.maskedURL, file: status.file, state: status.state.rawValue, bitRate: Double(status.kilobitsPerSecond) * 1000,
            bytesSent: UInt64(status.bytesSent), picturesSent: UInt64(status.picturesSent), sentSeconds: status.sentTime.inSeconds,
            droppedFrames: UInt64(status.isSoundAlone ? status.droppedSounds : status.droppedPictures),
            queuedMilliseconds: status.queued.inMilliseconds, roundTripMilliseconds: status.link.roundTrip?.inMilliseconds,
            diet: status.selection.word, reconnects: status.reconnects, lastError: status.lastError?.message ?? "", encoding: encoding)
    }
}

extension SessionStatus.Rendition {
    init(_ rendition: LadderRendition) {
        let facts = rendition.facts
        let isPicture = rendition.kind == .picture
        self.init(
            ladder: rendition.ladder.url.masked, name: rendition.name,
            size: facts.map { isPicture ? "\($0.stream.width)x\($0.stream.height)" : "" } ?? "", codec: facts?.codec ?? "",
            peakBitRate: facts?.peak ?? 0, averageBitRate: facts?.average ?? 0, segments: facts?.segments ?? 0)
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
            id: who.generation, pid: who.processID, backend: who.backend, screen: who.screen, extra: agent.extra, place: who.place,
            state: "\(agent.phase)", status: Int(agent.phase.rawValue), isPaused: agent.isPaused, isLive: agent.isLive,
            isStandby: who.isStandby, isStalled: agent.isStalled, size: agent.geometry.map { "\($0.size)" } ?? "",
            orientation: agent.orientation.word,
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
