import AppGroup
import Audio
import Synchronization

/// The sources of one broadcast in its mix, and all their settings.
///
/// Any control thread may call anything here; nothing waits for a sound server but `stop` and what the monitor is asked.
final class AudioController: Sendable {
    let mixer: Mixer
    let voice: VoiceProcessor
    let music: MusicPlayer
    let monitor: MonitorController
    let server: String?
    let state = Mutex(State())
    let pushServer = Mutex<PushServer?>(nil)
    let musicNumber = Atomic<Int>(0)

    struct State: Sendable {
        /// In the order in which people think of them: microphone, desktop, music, pushed ones.
        var sources: [MixedSource] = []
        /// Stands in for the desktop as the echo's reference where the desktop is not in the mix as a whole.
        var reference: MixedSource?
        var isRunning = false
    }

    static let microphone = "mic"
    static let desktop = "desktop"
    static let musicID = "music"

    /// - Parameter delivery: takes the mix on the mixer's thread.
    /// - Throws: what the mixer throws; `alreadyInUse` never.
    init(_ configuration: SessionConfiguration, delivery: @escaping Mixer.Delivery) throws(AudioError) {
        server = configuration.soundServer
        voice = try VoiceProcessor(configuration.voiceProcessing)
        monitor = MonitorController(server: configuration.soundServer)
        music = MusicPlayer(
            name: Self.musicID, decoder: DecoderSettings(group: configuration.group, sandbox: configuration.agentSandbox))
        mixer = try Mixer(delivery: delivery)
        mixer.duckingDecibels = configuration.duckingDecibels
        try addMicrophone(configuration)
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

    private func addMicrophone(_ configuration: SessionConfiguration) throws(AudioError) {
        let choice: MicrophoneChoice
        switch configuration.microphone {
        case .none: return
        case .systemDefault: choice = .systemDefault
        case .named(let name): choice = .named(name)
        }
        let made = PulseMicrophone(choice, server: server, name: Self.microphone)
        let settings = SourceSettings(
            channels: configuration.microphoneChannels, role: .speech, insert: voice, tap: monitor)
        let placed = try mixer.add(made, settings)
        state.withLock {
            $0.sources.append(
                MixedSource(
                    id: Self.microphone, kind: .microphone, placed: placed, open: { () throws(AudioError) in try made.start() },
                    close: { made.stop() },
                    reading: { MixedSource.Reading(made.statistics) }))
        }
    }

    private func addDesktop(_ configuration: SessionConfiguration) throws(AudioError) {
        guard let choice = configuration.desktopAudio else { return }
        let made = DesktopAudio(choice, server: server, name: Self.desktop)
        let settings = SourceSettings(role: .background, isEchoReference: choice.isWholeDesktop)
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
        let placed = try mixer.add(player, SourceSettings(role: .background))
        state.withLock {
            $0.sources.append(
                MixedSource(
                    id: Self.musicID, kind: .music, placed: placed, isOpen: true, open: {}, close: {},
                    reading: { MixedSource.Reading(player.status) }))
        }
    }

    /// Echo cancellation needs to hear what the speakers play, whether or not that is in the mix.
    func updateReference() throws(AudioError) {
        let isWanted = voice.processing.contains(.echo)
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
