import Audio
import Codec
import Events

/// What can be changed while the broadcast runs.
extension AudioController {
    /// - Returns: what people are told of it; `nil` where that is nothing.
    /// - Throws: `unknownSource`, `badSetting`, `notNow`, for what is added also what devices throw; nothing has changed then.
    @available(*, noasync)
    func steer(_ request: AudioRequest) throws(AudioError) -> AudioEvent? {
        switch request {
        case .add(let addition): return .sourceAdded(id: try add(addition), addition.text)
        case .remove(let id):
            try remove(id)
            return .sourceRemoved(id: id)
        case .gain(let id, let gain): try source(id).placed.gain = gain.linear
        case .mute(AudioRequest.everything, let isMuted):
            mixer.isMuted = isMuted
            for source in state.withLock({ $0.sources }) { tellPusher(of: source) }
        case .mute(let id, let isMuted):
            try source(id).placed.isMuted = isMuted
            tellPusher(of: try source(id))
            try openOrClose(id)
        case .alwaysOn(let id, let isAlwaysOn):
            guard [.microphone, .desktop].contains(try source(id).kind) else {
                throw AudioError(.badSetting, "\(id) has no device of this host to keep open; only microphones and desktop have")
            }
            change(id) { $0.isAlwaysOn = isAlwaysOn }
            try openOrClose(id)
        case .channels(let id, let map): try source(id).placed.channels = map
        case .processing(let id, let processing): try structure.withLock { (_) throws(AudioError) in try process(id, processing) }
        case .offset(let id, let offset):
            let found = try source(id)
            allow(offset)
            found.placed.setOffset(offset)
        case .duck(let decibels): mixer.duckingDecibels = try checked(ducking: decibels)
        case .monitor(let sink):
            guard state.withLock({ $0.sources.contains { $0.kind == .microphone } }) else {
                throw AudioError(.notNow, "there is no microphone to hear: add one as a source first")
            }
            let voice = try source(Self.microphone).voice
            try monitor.begin(sink: sink) { voice?.processing.contains(.echo) ?? false }
        case .monitorOff: monitor.end()
        case .play(let address, let isLooping): try play(address, isLooping)
        case .pauseMusic: guard music.pause() else { throw AudioError(.notNow, "no music is playing: there is nothing to pause") }
        case .resumeMusic: guard music.resume() else { throw AudioError(.notNow, "no music is paused: play some first") }
        case .stopMusic: guard music.stop() else { throw AudioError(.notNow, "no music is playing: there is nothing to stop") }
        case .loopMusic(let isLooping): music.setLooping(isLooping)
        }
        return nil
    }

    private func play(_ address: String, _ isLooping: Bool) throws(AudioError) {
        do throws(CodecError) {
            try music.play(address, isLooping: isLooping)
            musicNumber.add(1, ordering: .relaxed)
        } catch { throw AudioError(.badSetting, error.message, cause: error) }
    }

    private func checked(ducking decibels: Double?) throws(AudioError) -> Double? {
        guard let decibels else { return nil }
        guard (1...40).contains(decibels) else { throw AudioError(.badSetting, "ducking by \(decibels) dB is out of range: from 1 to 40 dB, or off") }
        return decibels
    }

    /// Whether any microphone needs to know what the speakers play.
    private var cancelsEcho: Bool { state.withLock { $0.sources.contains { $0.voice?.processing.contains(.echo) ?? false } } }

    /// - Parameter id: a microphone's; `nil` for all.
    private func process(_ id: String?, _ processing: VoiceProcessing) throws(AudioError) {
        let microphones = state.withLock { $0.sources.filter { $0.kind == .microphone } }
        let named = try id.map { (id) throws(AudioError) in try source(id) }
        guard !microphones.isEmpty else {
            throw AudioError(.notNow, "there is no microphone to process: add one as a source first")
        }
        if let named, named.kind != .microphone {
            throw AudioError(.badSetting, "\(named.id) is not a microphone: processing is for \(microphones.map(\.id).joined(separator: ", "))")
        }
        let changed = named.map { [$0] } ?? microphones
        for source in changed where source.id == Self.microphone {
            guard !processing.contains(.echo), source.voice?.processing.contains(.echo) == true, monitor.isOnSpeakers else { continue }
            throw AudioError(.notNow, "you hear yourself on speakers, which needs echo cancellation: turn the monitor off first")
        }
        for source in changed { try source.voice?.set(processing) }
        try updateReference()
        let opened = state.withLock { $0.sources.first { $0.kind == .desktop }?.id }
        if let opened { try openOrClose(opened) }
    }

    func source(_ id: String) throws(AudioError) -> MixedSource {
        let sources = state.withLock { $0.sources }
        if let found = sources.first(where: { $0.id == id }) { return found }
        let known = sources.map(\.id).joined(separator: ", ")
        let remedy = id == Self.desktop ? "; add the desktop's audio as a source first" : ""
        throw AudioError(.unknownSource, "there is no source \"\(id.prefix(40))\": there are \(known)\(remedy)")
    }

    func change(_ id: String, _ body: (inout MixedSource) -> Void) {
        state.withLock { state in
            guard let index = state.sources.firstIndex(where: { $0.id == id }) else { return }
            body(&state.sources[index])
        }
    }

    /// Closes a device that is muted and need not stay open, and opens it again.
    private func openOrClose(_ id: String) throws(AudioError) {
        let found = try source(id)
        guard found.kind == .microphone || found.kind == .desktop, state.withLock({ $0.isRunning }) else { return }
        let isReference = found.placed.isEchoReference && cancelsEcho
        let isWanted = !found.placed.isMuted || found.isAlwaysOn || isReference
        guard isWanted != found.isOpen else { return }
        if isWanted { try found.open() } else { found.close() }
        change(id) { $0.isOpen = isWanted }
    }
}
