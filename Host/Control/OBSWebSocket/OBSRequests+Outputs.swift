import Delivery
import Platform
import Session

/// The stream is every target that is a stream, the recording every one that is a file, and the replay buffer the replay.
extension OBSRequests {
    var outputs: OBSOutputs { OBSOutputs(session.status().targets) }

    // MARK: The stream

    var streamStatus: Answer {
        let outputs = outputs
        let sent = outputs.streams.map { Int(clamping: $0.picturesSent) }.reduce(0, +)
        let dropped = outputs.streams.map { Int(clamping: $0.droppedFrames) }.reduce(0, +)
        let seconds = outputs.streams.map(\.sentSeconds).max() ?? 0
        // Of what is waited for at most, as a share: a second is far too much.
        let queued = outputs.streams.map(\.queuedMilliseconds).max() ?? 0
        return Self.duration(seconds).merging(
            [
                "outputActive": .flag(Self.isActive(outputs.stream)), "outputReconnecting": .flag(outputs.stream == .reconnecting),
                "outputCongestion": .number(min(1, queued / 1000)), "outputBytes": .whole(Self.bytes(outputs.streams)),
                "outputSkippedFrames": .whole(dropped), "outputTotalFrames": .whole(sent + dropped),
            ]) { $1 }
    }

    /// Lets every paused one go on.
    @available(*, noasync)
    func startStream(isToggle: Bool = false) throws(OBSRefusal) -> Answer {
        let outputs = outputs
        guard !outputs.streams.isEmpty else {
            throw OBSRefusal(.outputDisabled, "the broadcast has no target that is a stream: add one first")
        }
        guard outputs.stream == .stopped else { throw OBSRefusal(.outputRunning, "the stream is on: no target of it is to be started") }
        let paused = outputs.streams.filter(OBSOutputs.isPaused)
        // One that was given up is tried again.
        for target in paused.isEmpty ? outputs.streams : paused {
            try carryOut(.target(OBSOutputs.isPaused(target) ? .resume(id: target.id) : .reconnect(id: target.id)))
        }
        return isToggle ? ["outputActive": true] : [:]
    }

    /// Pauses every one; the page and recordings go on.
    @available(*, noasync)
    func stopStream(isToggle: Bool = false) throws(OBSRefusal) -> Answer {
        let working = outputs.streams.filter(OBSOutputs.isAtWork)
        guard !working.isEmpty else { throw OBSRefusal(.outputNotRunning, "the stream is off: no target that is a stream is at work") }
        for target in working { try carryOut(.target(.pause(id: target.id))) }
        return isToggle ? ["outputActive": false] : [:]
    }

    // MARK: Recordings

    var recordStatus: Answer {
        let outputs = outputs
        let seconds = outputs.recordings.map(\.sentSeconds).max() ?? 0
        return Self.duration(seconds).merging(
            [
                "outputActive": .flag(Self.isActive(outputs.recording)), "outputPaused": .flag(outputs.recording == .paused),
                "outputBytes": .whole(Self.bytes(outputs.recordings)),
            ]) { $1 }
    }

    /// Into the folder of the user's videos, as the page does it.
    @available(*, noasync)
    func startRecord() throws(OBSRefusal) -> Answer {
        guard outputs.recording == .stopped else { throw OBSRefusal(.outputRunning, "a recording runs") }
        try carryOut(.target(.add(newFile("splitcast"))))
        return [:]
    }

    /// Every one; each is complete then. Where nothing was written yet there is no file.
    @available(*, noasync)
    func stopRecord() throws(OBSRefusal) -> Answer {
        let outputs = outputs
        guard outputs.recording != .stopped else { throw OBSRefusal(.outputNotRunning, "no recording runs") }
        for target in outputs.recordings { try carryOut(.target(.remove(id: target.id))) }
        return ["outputPath": .text(outputs.file ?? "")]
    }

    @available(*, noasync)
    func toggleRecord() throws(OBSRefusal) -> Answer {
        guard outputs.recording == .stopped else { return try stopRecord().merging(["outputActive": false]) { $1 } }
        return try startRecord().merging(["outputActive": true]) { $1 }
    }

    @available(*, noasync)
    func pauseRecord() throws(OBSRefusal) -> Answer {
        let outputs = outputs
        guard outputs.recording != .stopped else { throw OBSRefusal(.outputNotRunning, "no recording runs") }
        guard outputs.recording != .paused else { throw OBSRefusal(.outputPaused, "the recording is paused") }
        for target in outputs.recordings.filter(OBSOutputs.isAtWork) { try carryOut(.target(.pause(id: target.id))) }
        return [:]
    }

    @available(*, noasync)
    func resumeRecord() throws(OBSRefusal) -> Answer {
        let outputs = outputs
        guard outputs.recording != .stopped else { throw OBSRefusal(.outputNotRunning, "no recording runs") }
        guard outputs.recording == .paused else { throw OBSRefusal(.outputNotPaused, "the recording is not paused") }
        for target in outputs.recordings.filter(OBSOutputs.isPaused) { try carryOut(.target(.resume(id: target.id))) }
        return [:]
    }

    // MARK: The replay

    @available(*, noasync)
    func saveReplay() throws(OBSRefusal) -> Answer {
        guard session.status().replay != nil else {
            throw OBSRefusal(.outputNotRunning, "this broadcast keeps no replay: it has to be started with one, such as of 60 s")
        }
        guard let saved = try carryOut(.saveReplay(ReplayRequest(newFile("replay")))).replay else { return [:] }
        feed.noteReplay(saved.file)
        return [:]
    }

    func lastReplay() throws(OBSRefusal) -> Answer {
        guard let file = feed.lastReplay else { throw OBSRefusal(.resourceNotFound, "no replay was saved from here") }
        return ["savedReplayPath": .text(file)]
    }

    // MARK: What they have in common

    /// One that is only starting is not active yet, as in OBS.
    private static func isActive(_ phase: OBSOutputs.Phase) -> Bool { phase != .stopped && phase != .starting }

    private static func bytes(_ targets: [SessionStatus.Target]) -> Int { targets.map { Int(clamping: $0.bytesSent) }.reduce(0, +) }

    /// In a folder that is there then, unless it cannot be made.
    private func newFile(_ name: String) -> String {
        try? makeFolders(recordings, mode: 0o755)  // who writes says so
        return "\(UserFolders.literal(recordings))/\(name)-%Y-%m-%d_%H%M%S.mkv"
    }

    private static func duration(_ seconds: Double) -> Answer {
        let milliseconds = Int(clamping: (max(0, seconds) * 1000).rounded())
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let (second, minute, hour) = (milliseconds / 1000, milliseconds / 60_000, milliseconds / 3_600_000)
        let code = "\(digits(hour, 2)):\(digits(minute % 60, 2)):\(digits(second % 60, 2)).\(digits(milliseconds % 1000, 3))"
        return ["outputDuration": .whole(milliseconds), "outputTimecode": .text(code)]
    }
}
