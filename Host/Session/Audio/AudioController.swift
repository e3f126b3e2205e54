import AppGroup
import Audio
import Synchronization

/// The sources of one broadcast in its mix, and all their settings.
///
/// Any control thread may call anything here; nothing waits for a sound server but `stop` and what the monitor is asked.
final class AudioController: Sendable {
    let mixer: Mixer
    let music: MusicPlayer
    let monitor: MonitorController
    let server: String?
    let state: Mutex<State>
    private let recorder: @Sendable (String) -> Mixer.Delivery?
    private let onLead: @Sendable (Duration) -> Void
    let pushServer = Mutex<PushServer?>(nil)
    let musicNumber = Atomic<Int>(0)

    struct State: Sendable {
        /// In the order in which people think of them: microphones, desktop, music, pushed ones.
        var sources: [MixedSource] = []
        /// Stands in for the desktop as the echo's reference where the desktop is not in the mix as a whole.
        var reference: MixedSource?
        var isRunning = false
        /// Of those that are not here yet.
        var offsets: [String: AudioOffset]
        /// By how much all is later, so that one source can be earlier.
        var lead = Duration.zero
    }

    static let microphone = SessionConfiguration.Microphone.id(at: 0)
    static let desktop = "desktop"
    static let musicID = "music"

    /// - Parameters:
    ///   - onLead: told by how much the mix comes later from now on; any thread, must not wait.
    ///   - recorder: what takes a source by itself, as `delivery` takes the mix; `nil` for none.
    ///   - delivery: takes the mix on the mixer's thread.
    /// - Throws: what the mixer throws; `alreadyInUse` never.
    init(
        _ configuration: SessionConfiguration, onLead: @escaping @Sendable (Duration) -> Void,
        recorder: @escaping @Sendable (String) -> Mixer.Delivery? = { _ in nil }, delivery: @escaping Mixer.Delivery
    ) throws(AudioError) {
        state = Mutex(State(offsets: configuration.audioOffsets))
        (self.onLead, self.recorder) = (onLead, recorder)
        server = configuration.soundServer
        monitor = MonitorController(server: configuration.soundServer)
        music = MusicPlayer(
            name: Self.musicID, decoder: DecoderSettings(group: configuration.group, sandbox: configuration.agentSandbox))
        mixer = try Mixer(delivery: delivery)
        mixer.duckingDecibels = configuration.duckingDecibels
        for (index, microphone) in configuration.microphones.enumerated() { try add(microphone, at: index) }
        try addDesktop(configuration)
        try addMusic()
        try updateReference()
    }

    /// Opens what is to be open and starts the mixer.
    func start() throws(AudioError) {
        let sources = state.withLock { state in
            state.isRunning = true
            return state.sources + (state.reference.map { [$0] } ?? [])
        }
        for source in sources {
            try source.open()
            state.withLock { state in
                for index in state.sources.indices where state.sources[index].id == source.id { state.sources[index].isOpen = true }
                if state.reference?.id == source.id { state.reference?.isOpen = true }
            }
        }
        try mixer.start()
        do throws(GroupError) { try pushServer.withLock { $0 }?.start() } catch { throw AudioError(.system, error.message, cause: error) }
    }

    @available(*, noasync)
    func stop() {
        pushServer.withLock { $0.take() }?.stop()
        monitor.end()
        mixer.stop()
        let sources = state.withLock { state in
            defer { (state.sources, state.reference, state.isRunning) = ([], nil, false) }
            return state.sources + (state.reference.map { [$0] } ?? [])
        }
        for source in sources where source.isOpen { source.close() }
        music.close()
    }

    // MARK: Making

    /// The first one is what the monitor plays.
    private func add(_ microphone: SessionConfiguration.Microphone, at index: Int) throws(AudioError) {
        let id = SessionConfiguration.Microphone.id(at: index)
        let made = PulseMicrophone(microphone.choice, server: server, name: id)
        let voice = try VoiceProcessor(microphone.processing)
        let settings = SourceSettings(
            channels: microphone.channels, offset: takeOffset(of: id), role: .speech, insert: voice, tap: index == 0 ? monitor : nil,
            recorder: recorder(id))
        let placed = try mixer.add(made, settings)
        state.withLock {
            $0.sources.append(
                MixedSource(
                    id: id, kind: .microphone, placed: placed, open: { () throws(AudioError) in try made.start() }, close: { made.stop() },
                    reading: { MixedSource.Reading(made.statistics) }, voice: voice))
        }
    }

    /// What is asked for a source that comes now.
    func takeOffset(of id: String) -> AudioOffset {
        let offset = state.withLock { $0.offsets.removeValue(forKey: id) } ?? .none
        allow(offset)
        return offset
    }

    /// Has all else wait long enough for a source with this offset.
    func allow(_ offset: AudioOffset) {
        let longer: Duration? = state.withLock { state in
            guard offset.lead > state.lead else { return nil }
            state.lead = offset.lead
            return state.lead
        }
        if let longer { onLead(longer) }
    }

    private func addDesktop(_ configuration: SessionConfiguration) throws(AudioError) {
        guard let choice = configuration.desktopAudio else { return }
        let made = DesktopAudio(choice, server: server, name: Self.desktop)
        let settings = SourceSettings(
            offset: takeOffset(of: Self.desktop), role: .background, isEchoReference: choice.isWholeDesktop, recorder: recorder(Self.desktop))
        let placed = try mixer.add(made, settings)
        state.withLock {
            $0.sources.append(
                MixedSource(
                    id: Self.desktop, kind: .desktop, placed: placed, open: { () throws(AudioError) in try made.start() }, close: { made.stop() },
                    reading: { MixedSource.Reading(made.statistics) }))
        }
    }

    /// The player is in the mix from the start, silent until it is told to play.
    private func addMusic() throws(AudioError) {
        let player = music
        let placed = try mixer.add(player, SourceSettings(offset: takeOffset(of: Self.musicID), role: .background, recorder: recorder(Self.musicID)))
        state.withLock {
            $0.sources.append(
                MixedSource(
                    id: Self.musicID, kind: .music, placed: placed, isOpen: true, open: {}, close: {},
                    reading: { MixedSource.Reading(player.status) }))
        }
    }

    /// Echo cancellation needs to hear what the speakers play, whether or not that is in the mix.
    func updateReference() throws(AudioError) {
        let isWanted = cancelsEcho
        let (isRunning, hasWhole, present) = state.withLock { state in
            (state.isRunning, state.sources.contains { $0.placed.isEchoReference }, state.reference)
        }
        if isWanted, !hasWhole, present == nil {
            let made = DesktopAudio(.everything(sink: nil), server: server, name: "echo reference")
            let placed = try mixer.add(made, SourceSettings(isMuted: true, isEchoReference: true))
            var source = MixedSource(
                id: "echo reference", kind: .desktop, placed: placed, open: { () throws(AudioError) in try made.start() }, close: { made.stop() },
                reading: { MixedSource.Reading(made.statistics) })
            if isRunning {
                try source.open()
                source.isOpen = true
            }
            state.withLock { [source] in $0.reference = source }
        } else if !isWanted, let present {
            state.withLock { $0.reference = nil }
            mixer.remove(present.placed)
            if present.isOpen { present.close() }
        }
    }
}
