import Session

/// Something that happened, as the protocol tells it.
struct OBSEvent {
    /// Of which clients choose: a bit each.
    enum Kind: Int {
        case general = 0
        case scenes = 2
        case inputs = 3
        case outputs = 6
        /// Not among those that a client gets without asking for it.
        case inputVolumeMeters = 16

        var mask: Int { 1 << rawValue }
    }

    /// What a client gets that names none: all but those that come many times a second.
    static let usual = 0x7FF

    let type: String
    let kind: Kind
    var data: [String: JSONValue] = [:]

    var message: JSONValue {
        var fields: [String: JSONValue] = ["eventType": .text(type), "eventIntent": .whole(kind.mask)]
        if !data.isEmpty { fields["eventData"] = .object(data) }
        return .object(fields)
    }

    // MARK: Outputs

    /// Every state on the way, so that who waits for one of them sees it.
    static func ofStream(from old: OBSOutputs.Phase, to new: OBSOutputs.Phase) -> [OBSEvent] {
        func event(_ state: String, _ isActive: Bool) -> OBSEvent { output("StreamStateChanged", state, isActive) }
        switch (old, new) {
        case (.stopped, .starting): return [event("STARTING", false)]
        case (.stopped, .started), (.stopped, .reconnecting): return [event("STARTING", false), event("STARTED", true)]
        case (.reconnecting, .started): return [event("RECONNECTED", true)]
        case (.starting, _) where new != .stopped: return [event("STARTED", true)]
        case (_, .reconnecting), (.started, .starting), (.reconnecting, .starting): return [event("RECONNECTING", true)]
        case (_, .stopped): return [event("STOPPING", true), event("STOPPED", false)]
        default: return []
        }
    }

    /// - Parameter file: told when a recording begins and ends.
    static func ofRecording(from old: OBSOutputs.Phase, to new: OBSOutputs.Phase, file: String?) -> [OBSEvent] {
        func event(_ state: String, _ isActive: Bool, _ file: String? = nil) -> OBSEvent {
            var event = output("RecordStateChanged", state, isActive)
            event.data["outputPath"] = file.map { .text($0) } ?? .null
            return event
        }
        switch (old, new) {
        case (.stopped, .started): return [event("STARTING", false), event("STARTED", true, file)]
        case (.started, .paused), (.stopped, .paused): return [event("PAUSED", true)]
        case (.paused, .started): return [event("RESUMED", true)]
        case (_, .stopped): return [event("STOPPING", true), event("STOPPED", false, file)]
        default: return []
        }
    }

    static func replaySaved(_ file: String) -> OBSEvent { .init(type: "ReplayBufferSaved", kind: .outputs, data: ["savedReplayPath": .text(file)]) }

    private static func output(_ type: String, _ state: String, _ isActive: Bool) -> OBSEvent {
        .init(type: type, kind: .outputs, data: ["outputActive": .flag(isActive), "outputState": .text("OBS_WEBSOCKET_OUTPUT_" + state)])
    }

    // MARK: Inputs, scenes, the end

    static func muteChanged(_ name: String, _ isMuted: Bool) -> OBSEvent {
        .init(type: "InputMuteStateChanged", kind: .inputs, data: input(name).merging(["inputMuted": .flag(isMuted)]) { $1 })
    }

    static func volumeChanged(_ name: String, _ volume: OBSVolume) -> OBSEvent {
        .init(type: "InputVolumeChanged", kind: .inputs, data: input(name).merging(volume.fields) { $1 })
    }

    static func sceneChanged(_ name: String) -> OBSEvent {
        .init(
            type: "CurrentProgramSceneChanged", kind: .scenes,
            data: ["sceneName": .text(name), "sceneUuid": .text(OBSIdentity.number(of: .scene, name))])
    }

    static let exitStarted = OBSEvent(type: "ExitStarted", kind: .general)

    /// Root mean square and peak, the same for both channels, since the mixer measures one.
    static func levels(_ audio: AudioStatus) -> OBSEvent {
        let inputs = audio.sources.map { source in
            let (rms, peak) = (OBSVolume(decibels: source.rmsDbfs).factor, OBSVolume(decibels: source.peakDbfs).factor)
            let channel: JSONValue = [.number(source.isMuted ? 0 : rms), .number(source.isMuted ? 0 : peak), .number(peak)]
            return JSONValue.object(input(source.id).merging(["inputLevelsMul": [channel, channel]]) { $1 })
        }
        return .init(type: "InputVolumeMeters", kind: .inputVolumeMeters, data: ["inputs": .list(inputs)])
    }

    private static func input(_ name: String) -> [String: JSONValue] {
        ["inputName": .text(name), "inputUuid": .text(OBSIdentity.number(of: .input, name))]
    }
}
