import Session

/// The outputs of OBS, made of targets: the stream is all those that are streams, the recording all those that are files.
struct OBSOutputs {
    /// The names are the protocol's, behind OBS_WEBSOCKET_OUTPUT_.
    enum Phase: String {
        case stopped = "STOPPED"
        case starting = "STARTING"
        case started = "STARTED"
        case reconnecting = "RECONNECTING"
        case paused = "PAUSED"
    }

    let streams: [SessionStatus.Target]
    let recordings: [SessionStatus.Target]

    init(_ targets: [SessionStatus.Target]) {
        streams = targets.filter { !Self.isRecording($0) }
        recordings = targets.filter(Self.isRecording)
    }

    /// A folder for players is none.
    private static func isRecording(_ target: SessionStatus.Target) -> Bool {
        !target.url.contains("://") && !target.url.hasPrefix("hls:") && !target.url.hasSuffix(".m3u8")
    }

    static func isAtWork(_ target: SessionStatus.Target) -> Bool { ["connecting", "connected", "live", "reconnecting"].contains(target.state) }
    static func isPaused(_ target: SessionStatus.Target) -> Bool { target.state == "paused" }

    var stream: Phase {
        let states = Set(streams.map(\.state))
        if !states.isDisjoint(with: ["live", "connected"]) { return .started }
        if states.contains("reconnecting") { return .reconnecting }
        return states.contains("connecting") ? .starting : .stopped
    }

    /// Starting is started: a file is open at once.
    var recording: Phase {
        if recordings.contains(where: Self.isAtWork) { return .started }
        return recordings.contains(where: Self.isPaused) ? .paused : .stopped
    }

    /// The file that is written, or was written last.
    var file: String? { recordings.lazy.compactMap(\.file).first }
}
