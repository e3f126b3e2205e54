public import Fixtures

/// Something that sounds until it is let go: an application that plays, or a sound card's clock.
public final class AudioFeeder: Sendable {
    public let process: FixtureProcess

    /// An application that plays into a sink; returns when it does.
    init(_ signal: AudioSignal, to sink: String, as application: String, on fixture: AudioFixture) throws {
        process = try FixtureProcess([builtProduct("SoundFeed"), "feed", sink, signal.words, application], environment: fixture.environment)
        try process.waitForOutput("ready")
    }

    /// A sound card: writes samples into `fifo` by a clock of its own.
    ///
    /// - Parameter ppm: how much faster than the monotonic clock.
    init(clock signal: AudioSignal, ppm: Double = 0, into fifo: String) throws {
        process = try FixtureProcess([builtProduct("SoundFeed"), "pcm", fifo, signal.words, "f32", "48000", "1", "\(ppm)", "0"])
    }

    /// A loudspeaker of its own clock: takes samples, 48 kHz stereo, out of `fifo`.
    init(draining fifo: String, ppm: Double) throws {
        process = try FixtureProcess([builtProduct("SoundFeed"), "drain", fifo, "48000", "2", "\(ppm)"])
        try process.waitForOutput("ready")
    }

    /// A loudspeaker and the way to a microphone: what `source` hears is played into `sink`, `milliseconds` later and
    /// `decibels` louder, and a signal with it. Returns once the delay has settled.
    public init(
        from source: String = "speakers.monitor", to sink: String = "mic_feed", milliseconds: Double, decibels: Double, near: AudioSignal,
        on fixture: AudioFixture
    ) throws {
        process = try FixtureProcess(
            [builtProduct("SoundFeed"), "loop", source, sink, "\(milliseconds)", "\(decibels)", near.words], environment: fixture.environment)
        try process.waitForOutput("ready")
    }

    deinit { process.end() }

    public func stop() { process.end() }
}
