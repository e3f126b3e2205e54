import Fixtures

/// What a decoder complains about, on any level that is not mere information.
public func decodingErrors(of recording: String) throws -> String {
    try messagesOfTool(["ffmpeg", "-nostdin", "-v", "error", "-i", recording, "-fps_mode", "passthrough", "-f", "null", "-"])
}
