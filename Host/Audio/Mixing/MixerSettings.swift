/// How the mixer is set up; the defaults are those of Splitcast.
public struct MixerSettings: Hashable, Sendable {
    /// From the capture of a quantum's first sample to its delivery; of several that are mixed together, the last one's. The quantum itself
    /// is 10 ms, a fragment of the sound server another 20, the interpolator looks 0.3 ms ahead: 30.3 ms is the least, the rest is what scheduling
    /// and jitter may take before a source runs dry: the start of an agent on two busy cores took up to 60 ms from the sound
    /// server. Audio and picture stay together whatever it is: both bear the time of their capture.
    public var delay: Duration
    /// Further behind than this, the mixer fills with silence until it has caught up, instead of mixing what is missed.
    public var catchUpLimit: Duration

    public init(delay: Duration = .milliseconds(90), catchUpLimit: Duration = .milliseconds(100)) {
        self.delay = delay
        self.catchUpLimit = catchUpLimit
    }
}
