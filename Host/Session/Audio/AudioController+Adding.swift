import Audio

/// Sources that come and go while the broadcast runs. Nothing else of the mix is touched: each is faded in and out by itself.
extension AudioController {
    /// - Returns: the source's name.
    /// - Throws: what is wrong with it; nothing has changed then.
    @available(*, noasync)
    func add(_ addition: AudioAddition) throws(AudioError) -> String {
        try structure.withLock { (_) throws(AudioError) in
            guard !state.withLock({ $0.hasEnded }) else { throw AudioError(.notNow, "the broadcast is ending") }
            var draft =
                switch addition.source {
                case .microphone(let choice): try draft(of: choice, addition)
                case .desktop(let choice): try draft(of: choice, addition)
                }
            draft.settings.gain = addition.gain.linear
            allow(addition.offset)
            let added = try putOpened(draft)
            do throws(AudioError) { try updateReference() } catch {
                takeOut(added)
                throw error
            }
            state.withLock { $0.added = added.id }
            return added.id
        }
    }

    /// - Throws: `unknownSource`, `badSetting` for one that is not the host's, `notNow`; nothing has changed then.
    @available(*, noasync)
    func remove(_ id: String) throws(AudioError) {
        try structure.withLock { (_) throws(AudioError) in
            let found = try source(id)
            switch found.kind {
            case .microphone, .desktop: break
            case .music: throw AudioError(.badSetting, "music stays in the mix: stop what it plays instead")
            case .pushed: throw AudioError(.badSetting, "\(id) is pushed by another program, \(found.owner): it leaves when that ends")
            }
            guard id != Self.microphone || !monitor.isOn else {
                throw AudioError(.notNow, "you hear \(id) yourself: turn the monitor off first")
            }
            try updateReference(without: id)
            takeOut(found)
        }
    }

    private func draft(of choice: MicrophoneChoice, _ addition: AudioAddition) throws(AudioError) -> SourceDraft {
        let (present, taken) = state.withLock { state in
            (state.sources.compactMap { source in source.choice.map { (source.id, $0) } }, state.sources.map(\.id))
        }
        guard present.count < SessionConfiguration.Microphone.most else {
            throw AudioError(.tooManySources, "\(present.count) microphones are in the mix, as many as there may be: remove one first")
        }
        do throws(AudioError) { try AudioDevices.check(choice, beside: present, server: server) } catch {
            switch error.code {
            case .unknownDevice, .ambiguousDevice, .notAMicrophone, .badSetting: throw error
            // Without a sound server silence goes out until it comes, as at the start.
            default: break
            }
        }
        var microphone = SessionConfiguration.Microphone(choice)
        (microphone.processing, microphone.channels) = (addition.processing, addition.channels)
        let ids = (0...taken.count).lazy.map { SessionConfiguration.Microphone.id(at: $0) }
        return try make(microphone, id: ids.first { !taken.contains($0) } ?? "", offset: addition.offset)
    }

    private func draft(of choice: DesktopChoice, _ addition: AudioAddition) throws(AudioError) -> SourceDraft {
        if let problem = addition.problem { throw AudioError(.badSetting, problem) }
        let (isTaken, hasReference) = state.withLock { state in
            (state.sources.contains { $0.id == Self.desktop }, state.reference != nil)
        }
        guard !isTaken else {
            throw AudioError(.alreadyInUse, "the desktop's audio is in the mix already, as \(Self.desktop): remove that first")
        }
        do throws(AudioError) { try choice.check(server: server) } catch {
            switch error.code {
            case .unknownDevice, .ambiguousDevice, .badSetting: throw error
            default: break
            }
        }
        // Of references there is one; where a stand-in runs it has learnt more.
        return make(choice, offset: addition.offset, isReference: choice.isWholeDesktop && !hasReference)
    }

    /// Opens its device and puts it into the mix; before the start that opens all devices.
    private func putOpened(_ draft: SourceDraft) throws(AudioError) -> MixedSource {
        let isRunning = state.withLock { $0.isRunning }
        let added = try put(draft)
        guard isRunning else { return added }
        do throws(AudioError) { try added.open() } catch {
            takeOut(added)
            throw error
        }
        change(added.id) { $0.isOpen = true }
        return added
    }

    private func takeOut(_ source: MixedSource) {
        let isOpen = state.withLock { state in
            guard let index = state.sources.firstIndex(where: { $0.id == source.id }) else { return false }
            return state.sources.remove(at: index).isOpen
        }
        mixer.remove(source.placed)
        if isOpen { source.close() }
    }
}
