public import Platform

/// A microphone of the PulseAudio server (or of PipeWire in its place), kept alive: whatever goes away, silence goes out and
/// it is looked for until it is back, which is within a second of its return.
///
/// Add it to a `Mixer`; it is silent until `start` and after `stop`. `start` and `stop` are for control threads and neither
/// waits for the server. `pull` belongs to the mixer's thread and never waits for anything. Another device takes over under a
/// cross-fade.
public final class PulseMicrophone: AudioSource {
    public let choice: MicrophoneChoice
    private let slots: RecordingSlots
    private let streams: KeptStreams

    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    public init(_ choice: MicrophoneChoice = .systemDefault, server: String? = nil, name: String = "microphone") {
        self.choice = choice
        slots = RecordingSlots(name: name, count: 2)
        streams = KeptStreams(choice, server: server, slots: slots)
    }

    public var name: String { slots.name }
    public var server: String? { streams.server }

    /// Begins to look for the device. An unknown name is not an error here, since the device may appear: it shows in `status`;
    /// `AudioDevices.microphone` checks a name beforehand. Starting again after `stop` is allowed, twice in a row is not.
    ///
    /// - Throws: `system`, `alreadyInUse`.
    public func start() throws(AudioError) { try streams.start() }

    /// Closes the device and joins libpulse's thread. Must be called before a started microphone is let go; calling it
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
