/// What a sound server has at one moment, as far as was asked for.
struct AudioInventory: Hashable, Sendable {
    /// All that can be recorded from, monitors included.
    var devices: [AudioDevice] = []
    var sinks: [AudioSink] = []
    /// What plays into the sinks.
    var players: [AudioPlayer] = []

    /// The sink that plays what was assigned to no other; `nil` when there is none.
    var defaultSink: AudioSink? { sinks.first(where: \.isDefault) }

    func sink(index: UInt32) -> AudioSink? { sinks.first { $0.index == index } }

    /// The players that stand for themselves: without those that only pass on what a virtual sink was given.
    var applications: [AudioPlayer] {
        let virtual = Set(sinks.compactMap(\.linkGroup))
        return players.filter { player in !player.isFilter && !(player.linkGroup.map(virtual.contains) ?? false) }
    }

    /// What a stream leads to is still there.
    func has(_ end: StreamEnd) -> Bool {
        switch end {
        case .source(let device):
            devices.contains { $0.name == device.name } || sinks.contains { $0.monitorName == device.name }
        case .player(let player, let monitor):
            players.contains { $0.index == player.index && sink(index: $0.sinkIndex)?.monitorName == monitor.name }
        case .sink(let sink): sinks.contains { $0.name == sink.name }
        }
    }
}
