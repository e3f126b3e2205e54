/// The devices of the sound server, asked for once.
public enum AudioDevices {
    public static let timeLimit: Duration = .seconds(2)

    /// Everything that can be recorded from, microphones first, as the server orders them.
    ///
    /// Blocks the calling thread for at most `timeLimit`; never call it on the cooperative pool.
    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    /// - Throws: `noServer`, `permissionDenied`, `timedOut`, `refused`, `system`.
    @available(*, noasync)
    public static func list(server: String? = nil) throws(AudioError) -> [AudioDevice] {
        try AudioInventory.ask(.sources, server: server, timeLimit: timeLimit).devices.sorted { !$0.isMonitor && $1.isMonitor }
    }

    /// The microphone that a choice means at this moment; for checking a setting before a broadcast.
    ///
    /// Blocks as `list` does, and throws what it throws, and `unknownDevice`, `ambiguousDevice` or `notAMicrophone`.
    @available(*, noasync)
    public static func microphone(_ choice: MicrophoneChoice, server: String? = nil) throws(AudioError) -> AudioDevice {
        try choice.select(from: list(server: server))
    }
}
