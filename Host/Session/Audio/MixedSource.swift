import Audio

/// One source of the mix, and how its device is opened, closed and read.
struct MixedSource: Sendable {
    enum Kind: String, Sendable {
        case microphone, desktop, music, pushed

        /// Among the others, as people think of them.
        var position: Int {
            switch self {
            case .microphone: 0
            case .desktop: 1
            case .music: 2
            case .pushed: 3
            }
        }
    }

    /// How its device is.
    struct Reading: Sendable {
        var state: AudioSourceState
        var device = ""
        var lastError = ""
        var driftPPM = 0.0
        var silence = Duration.zero
        var lateBy = Duration.zero
        var underruns = 0
        /// One line for people when the state changes; empty for what needs none.
        var text = ""
    }

    let id: String
    let kind: Kind
    var owner = "host"
    var extra = ""
    let placed: MixerSource
    /// Whether it stays open while muted.
    var isAlwaysOn = true
    var isOpen = false
    let open: @Sendable () throws(AudioError) -> Void
    let close: @Sendable () -> Void
    let reading: @Sendable () -> Reading
    /// Of a pushed one.
    var pushed: PushedSource?
    /// Of a microphone.
    var voice: VoiceProcessor?
    var choice: MicrophoneChoice?

    /// What is open, as it is; what is closed because it is not heard.
    var state: Reading { isOpen ? reading() : Reading(state: .closed) }
}
