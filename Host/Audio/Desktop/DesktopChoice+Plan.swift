extension DesktopChoice: StreamPlan {
    var subject: String { "desktop audio" }
    var crossFades: Bool { true }
    var interest: PulseInterest { [.sinks, .players] }

    /// An application that stopped playing is absent; a sink that went away is lost.
    var canLose: Bool {
        if case .everything = self { true } else { false }
    }

    func ends(in inventory: AudioInventory, after last: AudioDevice?) throws(AudioError) -> [StreamEnd] {
        switch self {
        case .everything(let name):
            let sink = try AudioSinks.select(name, from: inventory.sinks)
            let players = inventory.players.filter { $0.sinkIndex == sink.index }
            // The monitor would bring our own audio back: a loop. So all players but ours are recorded one by one.
            guard players.contains(where: \.isOurs) else { return [.source(sink.monitor)] }
            return Self.ends(of: players, in: inventory)
        case .applications(let names):
            let wanted = inventory.players.filter { player in names.contains { player.isCalled($0) } }
            let ends = Self.ends(of: wanted, in: inventory)
            guard !ends.isEmpty else { throw Self.silent(names, inventory) }
            return ends
        case .allBut(let names):
            return Self.ends(of: inventory.applications.filter { player in !names.contains { player.isCalled($0) } }, in: inventory)
        }
    }

    private static func ends(of players: [AudioPlayer], in inventory: AudioInventory) -> [StreamEnd] {
        players.compactMap { player in
            guard !player.isOurs, let sink = inventory.sink(index: player.sinkIndex) else { return nil }
            return .player(player, at: sink.monitor)
        }
    }

    private static func silent(_ names: [String], _ inventory: AudioInventory) -> AudioError {
        var playing: [String] = []
        for player in inventory.applications where !player.isOurs && !playing.contains(player.displayName) { playing.append(player.displayName) }
        let others = playing.isEmpty ? "nothing is playing" : "now playing: \(playing.prefix(5).joined(separator: ", "))"
        return AudioError(.unknownDevice, "no application called \(names.map { "\"\($0)\"" }.joined(separator: " or ")) is playing; \(others)")
    }
}
