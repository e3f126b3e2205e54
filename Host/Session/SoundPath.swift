import AppGroup
import Codec
import Sound
import Synchronization

/// The path of the sound: microphone → mixer → AAC → packets. The encoder runs on the mixer's thread.
final class SoundPath: Sendable {
    let stream: StreamDescription
    let microphone: PulseMicrophone?
    private let mixer: Mixer
    private let microphoneSource: MixerSource?
    private let bytes: ByteCount

    /// Shared with the mixer's thread.
    private final class ByteCount: Sendable {
        let total = Atomic<UInt64>(0)
        let failed = Atomic<UInt64>(0)
    }

    /// The encoder, handed to the mixer's thread once.
    private final class OnMixerThread: @unchecked Sendable {
        // @unchecked: used by the mixer's thread alone, once it runs.
        let encoder: AudioEncoder
        init(_ encoder: AudioEncoder) { self.encoder = encoder }
    }

    /// - Parameter offer: takes each packet on the mixer's thread.
    init(_ configuration: SessionConfiguration, offer: @escaping @Sendable (Packet) -> Void) throws(SessionError) {
        let bytes = ByteCount()
        self.bytes = bytes
        do throws(CodecError) {
            let onThread = OnMixerThread(try AudioEncoder(AudioSettings(bitsPerSecond: configuration.audioBitRate)))
            stream = onThread.encoder.stream
            do throws(SoundError) {
                mixer = try Mixer { samples, time in
                    let quantum = UnsafeBufferPointer(start: samples, count: SoundFormat.quantumSampleFrames * SoundFormat.channels)
                    do throws(CodecError) {
                        try onThread.encoder.encode(quantum, at: time) { packet in
                            bytes.total.wrappingAdd(UInt64(packet.byteCount), ordering: .relaxed)
                            offer(packet)
                        }
                    } catch { bytes.failed.wrappingAdd(1, ordering: .relaxed) }
                }
                let made: PulseMicrophone? =
                    switch configuration.microphone {
                    case .none: nil
                    case .systemDefault: PulseMicrophone(.systemDefault, server: configuration.soundServer)
                    case .named(let name): PulseMicrophone(.named(name), server: configuration.soundServer)
                    }
                microphone = made
                microphoneSource = if let made { try mixer.add(made) } else { nil }
            } catch { throw CodecError(.invalidSetting, operation: "sound", message: error.message) }
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
        microphone?.stop()
    }

    func setMicrophoneMuted(_ isMuted: Bool) { microphoneSource?.isMuted = isMuted }

    var encodedBytes: UInt64 { bytes.total.load(ordering: .relaxed) }

    var status: SessionStatus.Microphone {
        guard let microphone, let microphoneSource else {
            return SessionStatus.Microphone(
                state: "none", device: "", isMuted: false, level: 0, peakDbfs: -120, rmsDbfs: -120, driftPpm: 0, silenceMilliseconds: 0)
        }
        let (figures, level) = (microphone.statistics, microphoneSource.level)
        return SessionStatus.Microphone(
            state: figures.status.state.rawValue, device: figures.status.device?.description ?? "", isMuted: microphoneSource.isMuted,
            level: level.rmsPercent, peakDbfs: max(-120, level.peakDecibels), rmsDbfs: max(-120, level.rmsDecibels),
            driftPpm: figures.driftPPM, silenceMilliseconds: figures.silence.inMilliseconds)
    }
}
