import Audio
import Platform
import Session

/// Carries out requests of clients on the session. What one answers is the protocol's `responseData`.
struct OBSRequests: Sendable {
    typealias Answer = [String: JSONValue]

    let session: any SessionControl
    let feed: OBSEventFeed
    let process: OBSProcessFigures
    /// The folder for recordings; made when one is begun.
    var recordings = UserFolders.own.recordings

    /// Blocks: on a thread of its own.
    /// - Throws: what is told instead.
    @available(*, noasync)
    func answer(_ name: OBSRequestName, _ fields: OBSFields) throws(OBSRefusal) -> Answer {
        switch name {
        case .getVersion: return version
        case .getStats: return stats
        case .getVideoSettings: return videoSettings
        case .getStudioModeEnabled: return ["studioModeEnabled": false]
        case .getSceneCollectionList:
            return ["currentSceneCollectionName": "Splitcast", "sceneCollections": ["Splitcast"]]
        case .getProfileList: return ["currentProfileName": "Splitcast", "profiles": ["Splitcast"]]
        case .getVirtualCamStatus: throw OBSRefusal(.invalidResourceState, "there is no virtual camera")
        case .sleep: throw OBSRefusal(.unsupportedRequestBatchExecutionType, "Sleep is for batches")
        case .getStreamStatus: return streamStatus
        case .startStream: return try startStream()
        case .stopStream: return try stopStream()
        case .toggleStream: return outputs.stream == .stopped ? try startStream(isToggle: true) : try stopStream(isToggle: true)
        case .getRecordStatus: return recordStatus
        case .getRecordDirectory: return ["recordDirectory": .text(recordings)]
        case .startRecord: return try startRecord()
        case .stopRecord: return try stopRecord()
        case .toggleRecord: return try toggleRecord()
        case .pauseRecord: return try pauseRecord()
        case .resumeRecord: return try resumeRecord()
        case .toggleRecordPause: return outputs.recording == .paused ? try resumeRecord() : try pauseRecord()
        case .getReplayBufferStatus: return ["outputActive": .flag(session.status().replay != nil)]
        case .saveReplayBuffer: return try saveReplay()
        case .getLastReplayBufferReplay: return try lastReplay()
        case .getInputList: return try inputList(fields)
        case .getInputKindList: return ["inputKinds": .list(Self.inputKinds.values.sorted().map { .text($0) })]
        case .getSpecialInputs: return specialInputs
        case .getInputMute: return ["inputMuted": .flag(try input(fields).isMuted)]
        case .setInputMute: return try setMute(try input(fields), try fields.flag("inputMuted"))
        case .toggleInputMute:
            let input = try input(fields)
            _ = try setMute(input, !input.isMuted)
            return ["inputMuted": .flag(!input.isMuted)]
        case .getInputVolume: return OBSVolume(of: try input(fields)).fields
        case .setInputVolume: return try setVolume(try input(fields), fields)
        case .getSceneList: return sceneList
        case .getGroupList: return ["groups": []]
        case .getCurrentProgramScene: return currentScene
        case .setCurrentProgramScene: return try showScene(fields)
        case .getSourceScreenshot: return try screenshot(fields)
        }
    }

    /// As a program that asks on the control socket: what is refused there is refused here.
    @available(*, noasync)
    @discardableResult
    func carryOut(_ request: ControlRequest) throws(OBSRefusal) -> ControlReply {
        let reply = ControlListener(session: session).carryOut(request)
        if let refusal = reply.error { throw OBSRefusal(refusal) }
        return reply
    }

    // MARK: The program

    /// Of OBS, whose protocol it is: clients compare it.
    static let (protocolVersion, programVersion) = ("5.5.0", "30.2.0")

    private var version: Answer {
        [
            "obsVersion": .text(Self.programVersion), "obsWebSocketVersion": .text(Self.protocolVersion), "rpcVersion": 1,
            "availableRequests": .list(OBSRequestName.allCases.map { .text($0.rawValue) }), "supportedImageFormats": ["png", "jpg", "jpeg"],
            "platform": "linux", "platformDescription": .text("Splitcast \(SessionStatus.programVersion)"),
        ]
    }

    private var stats: Answer {
        let status = session.status()
        let figures = process.figures(folder: recordings)
        let (sent, dropped) = status.targets.reduce((0, 0)) { ($0.0 + Int(clamping: $1.picturesSent), $0.1 + Int(clamping: $1.droppedFrames)) }
        return [
            "cpuUsage": .number(figures.processorPercent), "memoryUsage": .number(figures.mebibytes),
            "availableDiskSpace": .number(figures.freeMebibytes),
            "activeFps": .number(status.picture.fps), "averageFrameRenderTime": .number(status.picture.encodeMillisecondsMedian),
            "renderSkippedFrames": .whole(Int(clamping: status.picture.failed)),
            "renderTotalFrames": .whole(Int(clamping: status.picture.framesEncoded)),
            "outputSkippedFrames": .whole(dropped), "outputTotalFrames": .whole(sent + dropped),
        ]
    }

    private var videoSettings: Answer {
        let picture = session.status().picture
        let sides = picture.size.split(separator: "x").compactMap { Int($0) }
        let (width, height) = (sides.first ?? 0, sides.last ?? 0)
        return [
            "fpsNumerator": .whole(picture.maxFps.numerator), "fpsDenominator": .whole(picture.maxFps.denominator), "baseWidth": .whole(width),
            "baseHeight": .whole(height),
            "outputWidth": .whole(width), "outputHeight": .whole(height),
        ]
    }
}
