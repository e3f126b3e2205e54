import AppGroup
import Audio

/// Audio that other processes push: sources that come and go by themselves.
extension AudioController {
    /// Listens for pushed audio; called once, before `start`.
    func openServer(in directory: GroupDirectory, onRefusal: @escaping @Sendable (String) -> Void) throws(GroupError) {
        let made = try PushServer(
            in: directory,
            PushServer.Hooks(
                onJoin: { [weak self] pushed in
                    guard let self else { return "the host is ending" }
                    return join(pushed)
                },
                onLeave: { [weak self] pushed, _ in self?.leave(pushed) },
                onRefusal: onRefusal))
        pushServer.withLock { $0 = made }
    }

    /// - Returns: why not; `nil` when it is in the mix.
    private func join(_ pushed: PushedSource) -> String? {
        // What is asked for a name holds for each that comes by it.
        let offset = state.withLock { $0.offsets[pushed.name] } ?? .none
        allow(offset)
        return state.withLock { state in
            guard !state.sources.contains(where: { $0.id == pushed.name }) else {
                return "a source is called \(pushed.name) already: take another name"
            }
            do throws(AudioError) {
                let placed = try mixer.add(pushed.source, SourceSettings(offset: offset, role: .background))
                state.sources.append(
                    MixedSource(
                        id: pushed.name, kind: .pushed, owner: pushed.owner, extra: pushed.extra, placed: placed, isOpen: true, open: {}, close: {},
                        reading: { MixedSource.Reading(pushed) }, pushed: pushed))
                return nil
            } catch { return error.message }
        }
    }

    private func leave(_ pushed: PushedSource) {
        let gone = state.withLock { state in
            let gone = state.sources.filter { $0.pushed === pushed }
            state.sources.removeAll { $0.pushed === pushed }
            return gone
        }
        for source in gone { mixer.remove(source.placed) }
    }

    /// Lets a pusher know that it is not heard, so that it may rest.
    func tellPusher(of source: MixedSource) {
        guard let pushed = source.pushed else { return }
        pushServer.withLock { $0 }?.tell(pushed, isActive: true, isMuted: source.placed.isMuted || mixer.isMuted)
    }
}
