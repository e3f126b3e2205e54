/// What the sound server reports, as `PulseClient` passes it on. Streams go by the number they were opened under.
enum PulseEvent {
    /// Connected; questions may be asked.
    case ready
    /// The connection failed or ended.
    case gone(AudioError)
    /// Something of interest, or which device is the default, has changed.
    case changed
    case listed(AudioInventory)
    /// A question was refused.
    case refused(AudioError)
    /// The stream is open; for one that plays, it is being heard.
    case streamReady(Int)
    /// The first samples since the stream was opened.
    case samplesCame(Int)
    /// Samples have come for a third of a second: its follower has found its clock.
    case samplesSettled(Int)
    /// The server has moved the stream to the device of this name.
    case streamMoved(Int, String)
    case streamEnded(Int, AudioError)
    /// The time asked for with `wake(after:)` has come.
    case timeCame
}
