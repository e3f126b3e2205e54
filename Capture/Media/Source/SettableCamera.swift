import AgentProtocol

/// A camera of which something can be set while it delivers. The capture thread's.
protocol SettableCamera: AnyObject {
    /// What there is, with the values that it has now.
    func entries() -> [CameraControls.Entry]

    /// - Returns: why the camera refuses, in one line; `nil` when it took it.
    func set(_ setting: CameraSettings.Setting) -> String?
}
