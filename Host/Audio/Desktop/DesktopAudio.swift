public import Platform

/// What the desktop plays, or some of its applications, from the PulseAudio server (or PipeWire in its place), kept alive:
/// whatever goes away, silence goes out and it is looked for until it is back.
///
/// Add it to a `Mixer`; it is silent until `start` and after `stop`. `start` and `stop` are for control threads and neither
/// waits for the server. `pull` belongs to the mixer's thread and never waits for anything. Sinks and applications that come and
/// go are faded. What this process plays itself, with a `SinkPlayer` or otherwise, is never in it.
public final class DesktopAudio: AudioSource {
    public let choice: DesktopChoice
    private let slots: RecordingSlots
    private let streams: KeptStreams
    /// Applications' streams heard at once; those beyond it wait for one to end.
    public static let capacity = 24

    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    public init(_ choice: DesktopChoice = .everything(sink: nil), server: String? = nil, name: String = "desktop") {
        self.choice = choice
        slots = RecordingSlots(name: name, count: Self.capacity)
        streams = KeptStreams(choice, server: server, slots: slots)
    }

    public var name: String { slots.name }
    public var server: String? { streams.server }

    /// Begins to listen. A sink or an application that is not there is not an error, since it may appear: it shows in `status`;
    /// `DesktopChoice.check` checks a sink's name beforehand. Starting again after `stop` is allowed, twice in a row is not.
    ///
    /// - Throws: `system`, `alreadyInUse`.
    public func start() throws(AudioError) { try streams.start() }

    /// Closes the streams and joins libpulse's thread. Must be called before a started source is let go; calling it
    /// again does nothing.
    @available(*, noasync)
    public func stop() { streams.stop() }

    /// Any thread.
    public var status: AudioDeviceStatus { streams.status }
    public var statistics: AudioDeviceStatistics { slots.statistics(status) }

    public func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        slots.pull(time, isCatchingUp: isCatchingUp, into: samples)
    }
}
