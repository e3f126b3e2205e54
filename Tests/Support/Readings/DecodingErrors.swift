import Fixtures

/// What a decoder complains about, on any level that is not mere information. In the file's own times: a frame rate that rises in
/// the middle is no error.
public func decodingErrors(of recording: String) throws -> String {
    let times = ["-fps_mode", "passthrough", "-enc_time_base:v", "-1"]
    return try messagesOfTool(["ffmpeg", "-nostdin", "-v", "error", "-i", recording] + times + ["-f", "null", "-"])
}
