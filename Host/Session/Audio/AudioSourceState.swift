import Audio

/// What a source of the mix is doing, as `AudioStatus.Source.state` names it.
enum AudioSourceState: String, Sendable {
    case opening, live, absent, lost
    /// It delivers, too late to be heard.
    case late
    /// Muted and not always on.
    case closed
    /// Of music, besides `opening`.
    case stopped, playing, paused, finished, failed

    init(_ state: AudioDeviceStatus.State) {
        switch state {
        case .opening: self = .opening
        case .live: self = .live
        case .absent: self = .absent
        case .lost: self = .lost
        }
    }

    init(_ state: PushedSource.State) {
        switch state {
        case .opening: self = .opening
        case .live: self = .live
        case .absent: self = .absent
        case .lost: self = .lost
        }
    }

    init(_ state: MusicState) {
        switch state {
        case .stopped: self = .stopped
        case .opening: self = .opening
        case .playing: self = .playing
        case .paused: self = .paused
        case .finished: self = .finished
        case .failed: self = .failed
        }
    }

    var isAudible: Bool { self == .live || self == .playing }
}
