import AppGroup
import Sound

/// The path of the sound: microphone → mixer → packets. The encoders run on the mixer's thread.
final class SoundPath: Sendable {
    let encoding: SoundEncoding
    let microphone: PulseMicrophone?
    private let mixer: Mixer
    private let microphoneSource: MixerSource?

    init(_ configuration: SessionConfiguration, encoding: SoundEncoding) throws(SessionError) {
        self.encoding = encoding
        do throws(SoundError) {
            mixer = try Mixer { encoding.take($0, at: $1) }
            let made: PulseMicrophone? =
                switch configuration.microphone {
                case .none: nil
                case .systemDefault: PulseMicrophone(.systemDefault, server: configuration.soundServer)
                case .named(let name): PulseMicrophone(.named(name), server: configuration.soundServer)
                }
            microphone = made
            microphoneSource = if let made { try mixer.add(made) } else { nil }
        } catch { throw SessionError(.failed, "sound: \(error.message)") }
    }

    /// Starts microphone and mixer. The first packet does not wait for the microphone.
    func start() throws(SessionError) {
        do throws(SoundError) {
            try microphone?.start()
            try mixer.start()
        } catch { throw SessionError(.failed, "sound: \(error.message)") }
    }

    @available(*, noasync)
    func stop() {
        mixer.stop()
        encoding.finish()
        microphone?.stop()
    }

    func setMicrophoneMuted(_ isMuted: Bool) { microphoneSource?.isMuted = isMuted }

    var status: SessionStatus.Microphone {
        guard let microphone, let microphoneSource else { return .none }
        let (figures, level) = (microphone.statistics, microphoneSource.level)
        return SessionStatus.Microphone(
            state: figures.status.state.rawValue, device: figures.status.device?.description ?? "", isMuted: microphoneSource.isMuted,
            level: level.rmsPercent, peakDbfs: max(-120, level.peakDecibels), rmsDbfs: max(-120, level.rmsDecibels),
            driftPpm: figures.driftPPM, silenceMilliseconds: figures.silence.inMilliseconds)
    }
}

extension SessionStatus.Microphone {
    /// No microphone at all.
    static let none = SessionStatus.Microphone(
        state: "none", device: "", isMuted: false, level: 0, peakDbfs: -120, rmsDbfs: -120, driftPpm: 0, silenceMilliseconds: 0)
}
