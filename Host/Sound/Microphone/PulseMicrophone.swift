public import AppGroup
import Synchronization

/// A microphone of the PulseAudio server (or of PipeWire in its place), kept alive: whatever goes away, silence goes out and
/// it is looked for every second until it is back.
///
/// Add it to a `Mixer`; it is silent until `start` and after `stop`. `start` and `stop` are for control threads and neither
/// waits for the server. `pull` belongs to the mixer's thread and never waits for anything.
public final class PulseMicrophone: SoundSource {
    public let choice: MicrophoneChoice
    public let server: String?
    private let followed: FollowedSource
    private let client = Mutex<PulseClient?>(nil)
    private let published: Published

    /// What libpulse's thread writes and others read; the lock is held for a copy.
    private final class Published: Sendable {
        let machine: Mutex<MicrophoneMachine>
        init(_ choice: MicrophoneChoice) { machine = Mutex(MicrophoneMachine(choice)) }
    }

    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    public init(_ choice: MicrophoneChoice = .systemDefault, server: String? = nil, name: String = "microphone") {
        self.choice = choice
        self.server = server
        followed = FollowedSource(name: name)
        published = Published(choice)
    }

    deinit { precondition(client.withLock { $0 == nil }, "a PulseMicrophone must be stopped before it is let go") }

    public var name: String { followed.name }

    /// Begins to look for the device. An unknown name is no failure here, since the device may appear: it shows in `status`;
    /// `SoundDevices.microphone` checks a name beforehand. Starting again after `stop` is allowed, twice in a row is not.
    ///
    /// - Throws: `system`, `alreadyInUse`.
    public func start() throws(SoundError) {
        let failure = client.withLock { client -> SoundError? in
            guard client == nil else { return SoundError(.alreadyInUse, "this microphone is started already") }
            do throws(SoundError) {
                let (published, ring) = (published, followed.ring)
                let made = try PulseClient(server: server) { client, event in
                    let actions = published.machine.withLock { $0.handle(event) }
                    Self.perform(actions, on: client, ring: ring)
                }
                published.machine.withLock { $0 = MicrophoneMachine(choice) }
                let actions = published.machine.withLock { $0.start() }
                made.perform { Self.perform(actions, on: $0, ring: ring) }
                client = made
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Closes the device and joins libpulse's thread. Must be called before a started microphone is let go; calling it
    /// again does nothing.
    @available(*, noasync)
    public func stop() {
        client.withLock { client in
            client?.close()
            client = nil
        }
    }

    public var status: MicrophoneStatus { published.machine.withLock { $0.status } }

    public var statistics: MicrophoneStatistics {
        let figures = followed.figures
        return MicrophoneStatistics(
            status: status, driftPPM: figures.driftPPM, lateBy: figures.lateBy, resyncs: figures.resyncs, underruns: figures.underruns,
            silence: figures.silence, dropped: SoundFormat.span(ofSampleFrames: followed.ring.droppedSampleFrames))
    }

    public func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        followed.pull(time, isCatchingUp: isCatchingUp, into: samples)
    }

    private static func perform(_ actions: [MicrophoneMachine.Action], on client: PulseClient, ring: SampleRing) {
        for action in actions {
            switch action {
            case .connect: client.connect()
            case .list: client.list()
            case .open(let device): client.open(device, into: ring)
            case .close: client.closeStream()
            case .wake(let span): client.wake(after: span)
            }
        }
    }
}
