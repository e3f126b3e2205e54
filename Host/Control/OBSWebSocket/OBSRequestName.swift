/// The requests of obs-websocket 5 that are answered here. Shared/CONTROL.md says what each comes to.
enum OBSRequestName: String, CaseIterable {
    case getVersion = "GetVersion"
    case getStats = "GetStats"
    case getVideoSettings = "GetVideoSettings"
    case getStudioModeEnabled = "GetStudioModeEnabled"
    case getSceneCollectionList = "GetSceneCollectionList"
    case getProfileList = "GetProfileList"
    case getVirtualCamStatus = "GetVirtualCamStatus"
    case sleep = "Sleep"

    case getStreamStatus = "GetStreamStatus"
    case startStream = "StartStream"
    case stopStream = "StopStream"
    case toggleStream = "ToggleStream"

    case getRecordStatus = "GetRecordStatus"
    case getRecordDirectory = "GetRecordDirectory"
    case startRecord = "StartRecord"
    case stopRecord = "StopRecord"
    case toggleRecord = "ToggleRecord"
    case pauseRecord = "PauseRecord"
    case resumeRecord = "ResumeRecord"
    case toggleRecordPause = "ToggleRecordPause"

    case getReplayBufferStatus = "GetReplayBufferStatus"
    case saveReplayBuffer = "SaveReplayBuffer"
    case getLastReplayBufferReplay = "GetLastReplayBufferReplay"

    case getInputList = "GetInputList"
    case getInputKindList = "GetInputKindList"
    case getSpecialInputs = "GetSpecialInputs"
    case getInputMute = "GetInputMute"
    case setInputMute = "SetInputMute"
    case toggleInputMute = "ToggleInputMute"
    case getInputVolume = "GetInputVolume"
    case setInputVolume = "SetInputVolume"

    case getSceneList = "GetSceneList"
    case getGroupList = "GetGroupList"
    case getCurrentProgramScene = "GetCurrentProgramScene"
    case setCurrentProgramScene = "SetCurrentProgramScene"
    case getSourceScreenshot = "GetSourceScreenshot"
}

extension OBSRequestName {
    /// What a request asks for, and its fields.
    static func read(_ data: [String: JSONValue]) throws(OBSRefusal) -> (name: OBSRequestName, fields: OBSFields) {
        guard case .text(let text)? = data["requestType"] else { throw OBSRefusal(.missingRequestType, "\"requestType\" is missing: it is text") }
        guard let name = OBSRequestName(rawValue: text) else {
            let shown = PlainText.of(text.prefix(64))
            throw OBSRefusal(.unknownRequestType, "\"\(shown)\" is not answered here: GetVersion lists what is, in \"availableRequests\"")
        }
        return (name, try OBSFields(data["requestData"]))
    }
}
