/// All about sound at one moment: the microphone, how loud it is in the mix, and the mix.
public struct AudioStatistics: Hashable, Sendable {
    /// `nil` when there is none by choice.
    public let microphone: AudioDeviceStatistics?
    /// After gain and mute; silence when there is no microphone in the mix.
    public let microphoneLevel: AudioLevel
    public let isMicrophoneMuted: Bool
    public let mix: MixerStatistics

    /// Reads everything now. Any thread but the mixer's.
    public init(of mixer: Mixer, microphone: PulseMicrophone?) {
        let placed = mixer.sources.first { $0.source === microphone }
        self.microphone = microphone?.statistics
        microphoneLevel = placed?.level ?? .silence
        isMicrophoneMuted = placed?.isMuted ?? false
        mix = mixer.statistics
    }
}
