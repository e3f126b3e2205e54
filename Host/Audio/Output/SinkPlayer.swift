public import Platform

/// Plays audio to a sink of the PulseAudio server (or of PipeWire in its place), about 70 ms after it is given: hearing oneself.
///
/// Kept alive: when the sink or the server goes away nothing is heard, and it is looked for until it is back. It never plays to
/// another sink than the one meant. The sink's clock is followed by resampling, so that the delay does not grow.
/// `DesktopAudio` of the same process does not hear it.
public final class SinkPlayer: Sendable {
    public let sink: String?
    let feed: PlaybackFeed
    private let streams: KeptStreams
    /// How long `stop` waits for the fade, and then for the server to have played what it holds.
    private static let patience: Duration = .milliseconds(60)
    private static let draining: Duration = .milliseconds(60)

    /// - Parameters:
    ///   - sink: its name, its description, or a part of either that only one has; `nil` is the default, followed when it changes.
    ///   - server: the server's address in PulseAudio's notation; `nil` is the user's own.
    /// - Throws: `system` when the process is out of descriptors.
    public init(sink: String?, server: String? = nil) throws(AudioError) {
        self.sink = sink
        do { feed = try PlaybackFeed() } catch { throw AudioError(.system, "playback cannot be set up: \(error)", cause: error) }
        streams = KeptStreams(SinkPlan(sink: sink), server: server, slots: feed)
    }

    public var server: String? { streams.server }

    /// Begins to look for the sink, and returns at once; it is heard half a second after the sink is found. An unknown name is
    /// not an error here: it shows in `status`; `AudioSinks.sink` checks a name beforehand. A control thread's; starting again
    /// after `stop` is allowed, twice in a row is not.
    ///
    /// - Throws: `system`, `alreadyInUse`.
    public func start() throws(AudioError) {
        feed.begin()
        try streams.start()
    }

    /// Fades out, which takes 120 ms at most, and joins libpulse's thread. Must be called before a started player is let go;
    /// calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        feed.end(within: Self.patience, draining: Self.draining)
        streams.stop()
    }

    /// The mixer's thread, every 10 ms: 480 interleaved stereo sample frames, valid during the call. Neither waits nor allocates.
    ///
    /// - Parameter time: what the mixer delivered it with. The audio is played when it comes, whatever time it bears.
    public func play(_ quantum: UnsafePointer<Float>, at time: MediaTime) { feed.play(quantum, at: .now()) }

    /// Any thread.
    public var status: AudioDeviceStatus { streams.status }
}
