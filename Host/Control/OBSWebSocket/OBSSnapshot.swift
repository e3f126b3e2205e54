import Session

/// What clients are told about when it changes.
struct OBSSnapshot: Equatable {
    struct Input: Equatable {
        var isMuted: Bool
        var decibels: Double
    }

    var stream: OBSOutputs.Phase
    var recording: OBSOutputs.Phase
    var file: String?
    var inputs: [String: Input]
    var scene: String
    var isEnding: Bool

    init(_ status: SessionStatus) {
        let outputs = OBSOutputs(status.targets)
        (stream, recording, file) = (outputs.stream, outputs.recording, outputs.file)
        let sources = status.audio?.sources ?? []
        inputs = Dictionary(sources.map { ($0.id, Input(isMuted: $0.isMuted, decibels: OBSVolume(of: $0).decibels)) }) { first, _ in first }
        scene = OBSScenes.current(status)
        isEnding = status.state == SessionPhase.stopping.rawValue
    }

    /// What happened since.
    func events(since old: OBSSnapshot) -> [OBSEvent] {
        var events: [OBSEvent] = []
        if stream != old.stream { events += OBSEvent.ofStream(from: old.stream, to: stream) }
        if recording != old.recording { events += OBSEvent.ofRecording(from: old.recording, to: recording, file: file ?? old.file) }
        for (name, input) in inputs.sorted(by: { $0.key < $1.key }) {
            guard let before = old.inputs[name] else { continue }
            if input.isMuted != before.isMuted { events.append(.muteChanged(name, input.isMuted)) }
            if input.decibels != before.decibels { events.append(.volumeChanged(name, OBSVolume(decibels: input.decibels))) }
        }
        if scene != old.scene { events.append(.sceneChanged(scene)) }
        if isEnding, !old.isEnding { events.append(.exitStarted) }
        return events
    }
}
