import Audio

/// A source that is not in the mix yet.
struct SourceDraft {
    var settings: SourceSettings
    let source: any AudioSource
    /// All of it but how it stands in the mix.
    let make: (MixerSource) -> MixedSource
}

/// What the host's own sources are made of.
extension AudioController {
    func make(
        _ microphone: SessionConfiguration.Microphone, id: String, offset: AudioOffset, recorder: Mixer.Delivery? = nil
    ) throws(AudioError) -> SourceDraft {
        let made = PulseMicrophone(microphone.choice, server: server, name: id)
        let voice = try VoiceProcessor(microphone.processing)
        // The first one is what the monitor plays.
        let settings = SourceSettings(
            channels: microphone.channels, offset: offset, role: .speech, insert: voice, tap: id == Self.microphone ? monitor : nil,
            recorder: recorder)
        return SourceDraft(settings: settings, source: made) { placed in
            MixedSource(
                id: id, kind: .microphone, placed: placed, open: { () throws(AudioError) in try made.start() }, close: { made.stop() },
                reading: { MixedSource.Reading(made.statistics) }, voice: voice, choice: microphone.choice)
        }
    }

    /// - Parameter isReference: echo cancellation takes it for what the speakers play.
    func make(
        _ choice: DesktopChoice, offset: AudioOffset, isReference: Bool, recorder: Mixer.Delivery? = nil
    ) -> SourceDraft {
        let made = DesktopAudio(choice, server: server, name: Self.desktop)
        let settings = SourceSettings(offset: offset, role: .background, isEchoReference: isReference, recorder: recorder)
        return SourceDraft(settings: settings, source: made) { placed in
            MixedSource(
                id: Self.desktop, kind: .desktop, placed: placed, open: { () throws(AudioError) in try made.start() }, close: { made.stop() },
                reading: { MixedSource.Reading(made.statistics) })
        }
    }

    /// The player is in the mix from the start, silent until it is told to play.
    func makeMusic() -> SourceDraft {
        let player = music
        let settings = SourceSettings(offset: takeOffset(of: Self.musicID), role: .background, recorder: recorder(Self.musicID))
        return SourceDraft(settings: settings, source: player) { placed in
            MixedSource(
                id: Self.musicID, kind: .music, placed: placed, isOpen: true, open: {}, close: {}, reading: { MixedSource.Reading(player.status) })
        }
    }

    /// Puts a source into the mix, behind those of its kind and those before them.
    ///
    /// - Throws: `tooManySources`, `alreadyInUse` where another source has its name.
    @discardableResult
    func put(_ draft: SourceDraft, isOpen: Bool = false) throws(AudioError) -> MixedSource {
        try state.withLock { (state) throws(AudioError) in
            let name = draft.source.name
            guard !state.sources.contains(where: { $0.id == name }) else {
                throw AudioError(.alreadyInUse, "a source is called \(name) already")
            }
            var made = draft.make(try mixer.add(draft.source, draft.settings))
            made.isOpen = isOpen || made.isOpen
            let index = state.sources.firstIndex { $0.kind.position > made.kind.position } ?? state.sources.endIndex
            state.sources.insert(made, at: index)
            return made
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

    /// Echo cancellation needs to hear what the speakers play, whether or not that is in the mix.
    ///
    /// - Parameter leaving: what is about to be removed.
    func updateReference(without leaving: String? = nil) throws(AudioError) {
        let (isWanted, isRunning, hasWhole, present) = state.withLock { state in
            let staying = state.sources.filter { $0.id != leaving }
            return (
                staying.contains { $0.voice?.processing.contains(.echo) ?? false }, state.isRunning,
                staying.contains { $0.placed.isEchoReference }, state.reference
            )
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
