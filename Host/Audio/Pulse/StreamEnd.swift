/// What a stream is to be opened on.
enum StreamEnd: Hashable, Sendable {
    /// Records from a source, a monitor perhaps.
    case source(AudioDevice)
    /// Records what one player plays, at the monitor of its sink.
    case player(AudioPlayer, at: AudioDevice)
    /// Plays to a sink.
    case sink(AudioSink)

    /// What makes two of them the same, whatever else changes about them.
    enum Key: Hashable {
        case source(String)
        case player(UInt32, at: String)
        case sink(String)
    }

    var key: Key {
        switch self {
        case .source(let device): .source(device.name)
        case .player(let player, let monitor): .player(player.index, at: monitor.name)
        case .sink(let sink): .sink(sink.name)
        }
    }

    var device: AudioDevice {
        switch self {
        case .source(let device): device
        case .player(_, let monitor): monitor
        case .sink(let sink): sink.device
        }
    }

    /// How messages name it.
    var name: String {
        switch self {
        case .source(let device): device.name
        case .player(let player, _): player.displayName
        case .sink(let sink): sink.name
        }
    }

    /// Records what is on its way to the ears, which it may be given before it is heard.
    var isMonitor: Bool {
        switch self {
        case .source(let device): device.isMonitor
        case .player: true
        case .sink: false
        }
    }
}
