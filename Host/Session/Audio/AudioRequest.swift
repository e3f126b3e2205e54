public import Audio

/// What the control plane asks of the audio of a running session. Each takes effect at once, except that music is opened and a
/// sink looked for after it was accepted: the status of `music` and `monitor` says how that went, by the number of the try.
public enum AudioRequest: Hashable, Sendable {
    /// The id of everything at once, where a source can be named.
    public static let everything = "all"

    case add(AudioAddition)
    /// A microphone, or the desktop's audio.
    case remove(source: String)
    case gain(source: String, AudioGain)
    /// `all` mutes the mix and leaves the mutes of the sources alone.
    case mute(source: String, Bool)
    /// Whether a source stays open and metered while it is muted.
    case alwaysOn(source: String, Bool)
    case channels(source: String, ChannelMap)
    /// What is done to a microphone's audio, or to every microphone's without a source; empty for nothing.
    case processing(source: String? = nil, VoiceProcessing)
    /// How much later than captured a source is heard.
    case offset(source: String, AudioOffset)
    /// By how many decibels music and desktop step back under speech; `nil` for not at all.
    case duck(decibels: Double?)
    /// Play the microphone to a sink; `nil` for the default one.
    case monitor(sink: String?)
    case monitorOff
    /// Play a file (by its absolute path) or an address, in place of what plays.
    case play(String, isLooping: Bool)
    case pauseMusic
    case resumeMusic
    case stopMusic
    case loopMusic(Bool)
}
