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
    let recorder: @Sendable (String) -> Mixer.Delivery?
    let onLead: @Sendable (Duration) -> Void
    /// Held by what adds and removes sources, longest while a sound server is asked; never taken while `state` is held.
    let structure = Mutex(())
    let pushServer = Mutex<PushServer?>(nil)
    let musicNumber = Atomic<Int>(0)

    struct State: Sendable {
        /// In the order in which people think of them: microphones, desktop, music, pushed ones.
        var sources: [MixedSource] = []
        /// Stands in for the desktop as the echo's reference where the desktop is not in the mix as a whole.
        var reference: MixedSource?
        var isRunning = false
        var hasEnded = false
        /// The newest that was added while live.
        var added: String?
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
    ///   - patience: asked while no one listens to the monitor.
    ///   - delivery: takes the mix on the mixer's thread.
    /// - Throws: what the mixer throws; `alreadyInUse` never.
    init(
        _ configuration: SessionConfiguration, onLead: @escaping @Sendable (Duration) -> Void,
        recorder: @escaping @Sendable (String) -> Mixer.Delivery? = { _ in nil }, patience: @escaping Mixer.Patience = { 1 },
        delivery: @escaping Mixer.Delivery
    ) throws(AudioError) {
        state = Mutex(State(offsets: configuration.audioOffsets))
        (self.onLead, self.recorder) = (onLead, recorder)
        server = configuration.soundServer
        let monitor = MonitorController(server: configuration.soundServer)
        self.monitor = monitor
        music = MusicPlayer(
            name: Self.musicID, decoder: DecoderSettings(group: configuration.group, sandbox: configuration.agentSandbox))
        mixer = try Mixer(patience: { monitor.isHeard ? 1 : patience() }, delivery: delivery)
        mixer.duckingDecibels = configuration.duckingDecibels
        for (index, microphone) in configuration.microphones.enumerated() {
            let id = SessionConfiguration.Microphone.id(at: index)
            try put(make(microphone, id: id, offset: takeOffset(of: id), recorder: recorder(id)))
        }
        if let choice = configuration.desktopAudio {
            try put(make(choice, offset: takeOffset(of: Self.desktop), isReference: choice.isWholeDesktop, recorder: recorder(Self.desktop)))
        }
        try put(makeMusic())
        try updateReference()
    }

    /// Opens what is to be open and starts the mixer.
    func start() throws(AudioError) {
        try structure.withLock { (_) throws(AudioError) in try open() }
        do throws(GroupError) { try pushServer.withLock { $0 }?.start() } catch { throw AudioError(.system, error.message, cause: error) }
    }

    private func open() throws(AudioError) {
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
    }

    @available(*, noasync)
    func stop() {
        pushServer.withLock { $0.take() }?.stop()
        monitor.end()
        // What is being added meanwhile is in the mix before it is closed, or never.
        structure.withLock { _ in
            mixer.stop()
            let sources = state.withLock { state in
                defer { (state.sources, state.reference, state.isRunning, state.hasEnded) = ([], nil, false, true) }
                return state.sources + (state.reference.map { [$0] } ?? [])
            }
            for source in sources where source.isOpen { source.close() }
        }
        music.close()
    }
}
