/// What the sound server has to say, as `PulseClient` passes it on.
enum PulseEvent {
    /// Connected; questions may be asked.
    case ready
    /// The connection failed or ended.
    case gone(SoundError)
    /// Devices, or which one is the default, have changed.
    case devicesChanged
    case listed([SoundDevice])
    /// A question was refused.
    case refused(SoundError)
    /// The stream stands; samples will come.
    case streamReady
    /// The first samples since the stream was opened.
    case samplesCame
    /// The server has moved the stream to the device of this name.
    case streamMoved(String)
    case streamEnded(SoundError)
    /// The time asked for with `wake(after:)` has come.
    case timeCame
}
