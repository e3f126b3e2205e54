import AppGroup
import Control
import Glibc

/// The broadcasts of this user's hosts, all groups together, while an upload test runs beside them.
struct RunningBroadcasts {
    /// A host that does not answer at once is left alone: it has other things to do.
    private static let patience: Duration = .milliseconds(500)
    private let clients: [(name: String, client: ControlClient, health: BroadcastHealth)]

    /// Those that send anything to a network now.
    @available(*, noasync)
    init() {
        var clients: [(String, ControlClient, BroadcastHealth)] = []
        for directory in GroupDirectory.all() where HostLock.holder(of: directory) != nil {
            guard let client = try? ControlClient(directory.name, timeLimit: Self.patience) else { continue }  // it has just ended
            guard let status = try? client.status() else { continue }  // it ends or hangs: there is nothing to be spared
            let health = BroadcastHealth(status)
            if health.isStreaming { clients.append((directory.name.text, client, health)) }
        }
        self.clients = clients
    }

    var groups: [String] { clients.map(\.name) }
    var isEmpty: Bool { clients.isEmpty }

    /// The group of a broadcast that does worse than when the test began; `nil` while all do well.
    @available(*, noasync)
    func sufferer() -> String? {
        for (name, client, health) in clients {
            guard let status = try? client.status() else { continue }  // no answer is no complaint
            if health.isWorse(in: status) { return name }
        }
        return nil
    }
}
