import AgentProtocol
import Platform

/// What the host said last, kept from the states that it repeats. A value: it decodes, the session acts.
struct HostVoice {
    private let generation: UInt32
    private var newestSequence: UInt64 = 0
    private(set) var wish = HostState.Wish.wait
    private(set) var stopReason: EndReason?
    private(set) var milliFramesPerSecond: UInt32 = 0
    /// When it said something that made sense.
    private(set) var heard: MediaTime
    private var settings: [CameraSettings.Setting] = []
    /// Messages of kinds that this version does not know, and messages that make no sense. Neither changes anything: a host
    /// that says nothing else is as good as silent.
    private(set) var unknownMessages = 0
    private(set) var nonsense = 0

    init(generation: UInt32, now: MediaTime) { (self.generation, heard) = (generation, now) }

    var hasSpoken: Bool { newestSequence > 0 }

    /// What a message changed.
    struct Update {
        let state: HostState
        let requestChanged: Bool
        let rateChanged: Bool
    }

    /// Handles a message; `nil` when it says nothing new.
    mutating func hear(_ bytes: UnsafeRawBufferPointer, at now: MediaTime) -> Update? {
        let state: HostState
        do throws(WireError) {
            guard let kind = try messageKind(of: bytes) else {
                unknownMessages += 1
                return nil
            }
            if kind == .cameraSettings {
                let wanted = try CameraSettings.decode(bytes)
                guard wanted.generation == generation else { return nil }
                settings = Array((settings + wanted.settings).suffix(CameraControls.most))
                heard = now
                return nil
            }
            guard kind == .hostState else { throw .badValue(field: "kind") }
            state = try HostState.decode(bytes)
        } catch {
            nonsense += 1
            return nil
        }
        guard state.generation == generation, state.sequence > newestSequence else { return nil }
        newestSequence = state.sequence
        heard = now
        let update = Update(state: state, requestChanged: state.wish != wish, rateChanged: state.milliFramesPerSecond != milliFramesPerSecond)
        (wish, stopReason, milliFramesPerSecond) = (state.wish, state.stopReason, state.milliFramesPerSecond)
        return update
    }

    /// What it wants of the camera, once.
    mutating func takeSettings() -> [CameraSettings.Setting]? {
        defer { settings.removeAll() }
        return settings.isEmpty ? nil : settings
    }

    /// For people; `nil` when all was well.
    func complaint(strange: Int) -> String? {
        guard unknownMessages + nonsense + strange > 0 else { return nil }
        return "the host sent \(unknownMessages + strange) messages of unknown kinds and \(nonsense) that made no sense: all were ignored"
    }
}
