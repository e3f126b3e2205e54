import AppGroup
import Codec
import Delivery
import Glibc
import Intake
public import Logging
import Picture
import Sound
import Synchronization

/// THE SPINE of the host: one broadcast, from the first agent to the last byte.
///
/// ```
///  intake ──frames──► encode thread ──┐
///                                     ├─► fan-out ─► targets
///  microphone ─► mixer ─► AAC ────────┘
/// ```
/// Nothing goes out before the first frame is there: a host without an agent waits. `run` once; everything else from
/// any thread or task.
public final class Session: SessionSteering {
    private let configuration: SessionConfiguration
    private let log: Logger
    private let directory: GroupDirectory
    private let lock: HostLock
    private let events: SessionEvents
    private let intake: Intake
    private let encode: EncodeThread
    private let sound: SoundPath
    private let fanOut: FanOut
    private let start = MediaTime.now()
    private let wantsStop = Atomic<Bool>(false)
    private let shown: Mutex<Shown>

    /// What `status` reads and the session's thread writes.
    struct Shown: Sendable {
        var targets: [Target] = []
        var departed: [(at: MediaTime, agent: SessionStatus.DepartedAgent)] = []
        var rates = Rates()
        var canvas: PixelSize?
        var phase = "waiting"
        var page = ""
    }

    /// Checks the configuration, takes the group and opens its door.
    ///
    /// May wait up to 2 s for the sound server when a microphone is named. Does not capture or connect yet.
    /// - Throws: `SessionError` naming what is wrong and the remedy; nothing is left behind.
    @available(*, noasync)
    public init(_ configuration: SessionConfiguration, log: Logger) throws(SessionError) {
        (self.configuration, self.log) = (configuration, log)
        try configuration.validate()
        _ = try TargetList(configuration)
        try Self.checkMicrophone(configuration, log)
        shown = Mutex(Shown())
        do throws(GroupError) {
            directory = try GroupDirectory(configuration.group, creating: true)
            lock = try HostLock(directory)
        } catch { throw SessionError(.group, error.message) }
        do throws(SystemError) {
            let (wakeup, events) = (try Wakeup(), try SessionEvents())
            self.events = events
            let fanOut = try FanOut(kinds: [.video, .audio], keyframes: KeyframeRequests { wakeup.signal() })
            self.fanOut = fanOut
            encode = EncodeThread(configuration, wakeup: wakeup, keyframes: fanOut.keyframes) {
                fanOut.offerVideo($0)
            } report: {
                events.post(.encode($0))
            }
            sound = try Self.makeSound(configuration, fanOut)
            do throws(GroupError) {
                intake = try Intake(
                    directory: directory, milliFramesPerSecond: UInt32(configuration.framesPerSecond * 1000), onFrame: wakeup
                ) { events.post(.intake($0)) }
            } catch { throw SystemError(operation: error.message, number: 0) }
        } catch { throw SessionError(.failed, "\(error)") }
    }

    /// Broadcasts until asked to stop, until the configured duration is over, or until it cannot go on.
    public func run() async -> SessionEnd {
        do throws(SystemError) {
            return try await Worker.run(name: "session") { [self] in broadcast() }
        } catch { return .failed(SessionError(.failed, "\(error)")) }
    }

    public func requestStop() {
        wantsStop.store(true, ordering: .releasing)
        events.wakeup.signal()
    }

    public func setMicrophoneMuted(_ isMuted: Bool) { sound.setMicrophoneMuted(isMuted) }

    /// Where the page is served, for `status`.
    public func setPageAddress(_ address: String) { shown.withLock { $0.page = address } }

    // MARK: The session's thread

    /// The whole broadcast: start, watch, end. In the order the data takes, and ended in that order too.
    private func broadcast() -> SessionEnd {
        var line = Broadcast(configuration: configuration)
        defer { removePageDirectory() }
        do throws(SessionError) {
            line.targets = try TargetList(configuration)
            try makePageDirectory()
            try startThreads(&line)
            try startAgent(&line)
        } catch { line.end = .failed(error) }
        while line.end == nil {
            _ = events.wakeup.wait(until: .now() + .milliseconds(200))
            for event in events.takeAll() { take(event, &line) }
            watch(&line)
        }
        stopEverything(&line)
        return line.end ?? .finished
    }

    /// What the session's thread keeps while it broadcasts.
    private struct Broadcast {
        let configuration: SessionConfiguration
        var targets: TargetList?
        var supervisor: AgentSupervisor?
        var encodeWorker: Worker?
        var isSoundRunning = false
        var isFanOutRunning = false
        var hasBeenLive = false
        var liveGeneration: UInt32 = 0
        var microphoneWords = ""
        var end: SessionEnd?
    }

    private func startThreads(_ line: inout Broadcast) throws(SessionError) {
        do throws(SystemError) {
            try fanOut.start()
            line.isFanOutRunning = true
            line.encodeWorker = try Worker(name: "encode", nice: 10) { [encode, intake] in encode.run(intake) }
        } catch { throw SessionError(.failed, "\(error)") }
        try sound.start()
        line.isSoundRunning = true
    }

    private func startAgent(_ line: inout Broadcast) throws(SessionError) {
        guard case .agent(let backend, let arguments) = configuration.capture else {
            log.info("waiting for an agent: splitcast-capture-x11 --group \(configuration.group)")
            return
        }
        let whole = ["--group", configuration.group.text, "--ends-with-host"] + arguments
        guard let command = AgentCommandLine(backend: backend, arguments: whole) else {
            throw SessionError(
                .nothingToCapture, "there is no splitcast-capture-\(backend) beside splitcast or in PATH: build or install it (make build)")
        }
        do throws(SystemError) {
            line.supervisor = try AgentSupervisor(command) { [events] in events.post(.agent($0)) }
        } catch { throw SessionError(.failed, "\(error)") }
    }

    // MARK: What happens

    private func take(_ event: SessionEvents.Event, _ line: inout Broadcast) {
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
    }

    private func take(_ event: IntakeEvent, _ line: inout Broadcast) {
        switch event {
        case .attached(let agent): log.debug("agent \(agent.generation) attached: \(agent.backend) \(agent.screen), pid \(agent.processID)")
        case .live(let agent, let geometry):
            (line.hasBeenLive, line.liveGeneration) = (true, agent.generation)
            line.supervisor?.noteDelivered()
            shown.withLock { $0.phase = "live" }
            log.info("live: \(agent.screen), \(geometry.size) (\(agent.backend) agent \(agent.generation), pid \(agent.processID))")
        case .departed(let agent, let reason, let message, _):
            shown.withLock { shown in
                if agent.generation == line.liveGeneration { shown.phase = "holding" }
                shown.departed.append(
                    (
                        .now(),
                        SessionStatus.DepartedAgent(
                            id: agent.generation, pid: agent.processID, backend: agent.backend, endReason: reason.word, message: message,
                            secondsAgo: 0)
                    ))
                if shown.departed.count > 16 { shown.departed.removeFirst() }
            }
            let words = message.isEmpty ? reason.word : "\(reason.word): \(message)"
            let isExpected = reason == .sessionFinished || reason == .replaced || reason == .stopped
            log.log(level: isExpected ? .info : .warning, "agent \(agent.generation) (\(agent.backend), pid \(agent.processID)) ended, \(words)")
        case .refused(let message): log.warning("\(message)")
        }
    }

    private func take(_ event: AgentSupervisor.Event, _ line: inout Broadcast) {
        switch event {
        case .started(let processID): log.debug("agent started, pid \(processID)")
        case .said(let text): log.debug("agent: \(text)")
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

    private func watch(_ line: inout Broadcast) {
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

    private func report(_ status: TargetStatus, isPage: Bool) {
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

    // MARK: The end

    private func stopEverything(_ line: inout Broadcast) {
        shown.withLock { $0.phase = "stopping" }
        // The agents first, so that each confirms; then in the order the data takes, so that everything made is sent.
        intake.stop()
        for event in events.takeAll() { take(event, &line) }
        line.supervisor?.stop()
        encode.isStopping.store(true, ordering: .releasing)
        encode.wakeup.signal()
        line.encodeWorker?.join()
        if line.isSoundRunning { sound.stop() }
        if line.isFanOutRunning { fanOut.stop() }
        line.targets?.close()
        for event in events.takeAll() { take(event, &line) }
        for status in line.targets?.changes() ?? [] where status.state == .failed {
            report(status, isPage: line.targets?.isPage(status.id) ?? false)
        }
        HostLock.sweep(directory)
    }

    private func makePageDirectory() throws(SessionError) {
        guard let path = configuration.pageDirectory else { return }
        removePageDirectory()
        guard mkdir(path, 0o700) == 0 else {
            throw SessionError(.failed, "cannot make \(path) for the page: \(String(cString: strerror(errno)))")
        }
    }

    private func removePageDirectory() {
        guard let path = configuration.pageDirectory, let stream = opendir(path) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { unlink(path + "/" + name) }
        }
        closedir(stream)
        rmdir(path)
    }

    // MARK: Making

    private static func makeSound(_ configuration: SessionConfiguration, _ fanOut: FanOut) throws(SystemError) -> SoundPath {
        do throws(SessionError) { return try SoundPath(configuration) { fanOut.offerAudio($0) } } catch {
            throw SystemError(operation: error.message, number: 0)
        }
    }

    /// A name that fits no microphone is a mistake; a sound server that is not there is not: silence goes out until it comes.
    private static func checkMicrophone(_ configuration: SessionConfiguration, _ log: Logger) throws(SessionError) {
        guard case .named(let name) = configuration.microphone else { return }
        do throws(SoundError) { _ = try SoundDevices.microphone(.named(name), server: configuration.soundServer) } catch {
            switch error.code {
            case .unknownDevice, .ambiguousDevice, .notAMicrophone: throw SessionError(.badSetting, error.message)
            default: log.warning("\(error.message): silence goes out until it is there")
            }
        }
    }

    // MARK: Status

    public func status() -> SessionStatus {
        SessionStatus(
            of: shown.withLock { $0 }, group: configuration.group, start: start, agents: intake.agents, figures: encode.figures.snapshot,
            maxFramesPerSecond: configuration.framesPerSecond, microphone: sound.status, delays: fanOut.delays.summary,
            fanOutDrops: fanOut.overflowCount)
    }
}
