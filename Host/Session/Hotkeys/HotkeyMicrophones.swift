import Audio
import Platform
import Synchronization

/// What hotkeys do to the microphones: all of them, whichever there are. Each returns why it could not be done.
final class HotkeyMicrophones: Sendable {
    private let session: Session
    /// How many keys of push-to-talk are held; `nil` before it has begun.
    private let held = Mutex<Int?>(nil)

    init(_ session: Session) { self.session = session }

    /// Muted, from now on, until a key is held. Calling it again does nothing.
    func beginPushToTalk() -> String? {
        let isNew = held.withLock { held in
            defer { held = held ?? 0 }
            return held == nil
        }
        return isNew ? setMuted(true) : nil
    }

    func talk() -> String? {
        held.withLock { $0 = ($0 ?? 0) + 1 }
        return setMuted(false)
    }

    func endTalk() -> String? {
        let isLast = held.withLock { held in
            held = max(0, (held ?? 0) - 1)
            return held == 0
        }
        return isLast ? setMuted(true) : nil
    }

    /// Those that are heard are muted; where none is, all are heard.
    func toggle() -> String? {
        guard let controller = session.audio?.controller else { return Self.none }
        return setMuted(controller.microphones.contains { !$0.placed.isMuted })
    }

    func toggleAll() -> String? {
        guard let controller = session.audio?.controller else { return Self.none }
        return steer(.mute(source: AudioRequest.everything, !controller.mixer.isMuted))
    }

    private static let none = "this broadcast has no audio: it was started without"

    private func setMuted(_ isMuted: Bool) -> String? {
        guard let controller = session.audio?.controller else { return Self.none }
        let microphones = controller.microphones
        guard !microphones.isEmpty else { return "there is no microphone: add one as a source first" }
        return microphones.lazy.compactMap { self.steer(.mute(source: $0.id, isMuted)) }.first
    }

    private func steer(_ request: AudioRequest) -> String? {
        do throws(AudioError) { try session.steer(request) } catch { return error.message }
        return nil
    }
}

extension AudioController {
    fileprivate var microphones: [MixedSource] { state.withLock { $0.sources }.filter { $0.kind == .microphone } }
}
