import AppGroup
import Fixtures
import Foundation

/// A host of the test's own: a group that agents find, and one seat for each that attaches. Does nothing by itself: the
/// test's thread turns it.
final class HostFixture {
    static let group = "sandbox"
    let runtime: Scratch
    private let directory: String
    private var listener: PacketListener?
    private var lastGeneration: UInt32 = 0
    private(set) var seats: [AgentSeat] = []
    /// Called for each seat before its agent has said anything.
    var prepare: (AgentSeat) -> Void = { _ in }

    init() throws {
        runtime = Scratch()
        directory = try runtime.directory("splitcast/\(Self.group)")
        chmod(runtime.file("splitcast"), 0o700)
    }

    var environment: [String: String?] { ["XDG_RUNTIME_DIR": runtime.path] }

    /// Starts an agent of the release in the group.
    func agent(_ program: String, _ arguments: [String], environment: [String: String?] = [:]) throws -> FixtureProcess {
        try FixtureProcess(
            [releaseProduct(program), "--group", Self.group] + arguments, environment: self.environment.merging(environment) { $1 })
    }

    func listen() throws { listener = try PacketListener(path: directory + "/handoff.sock") }

    /// As a host that was killed: connections end, nothing is said.
    func vanish() {
        listener = nil
        seats = []
    }

    /// Takes in everything that came, and says what there is to say.
    func turn() throws {
        while let socket = try listener?.accept() {
            seats.append(AgentSeat(socket))
            prepare(seats.last!)
        }
        for seat in seats {
            try seat.turn { hello in
                lastGeneration += 1
                let path = directory + "/agent-\(lastGeneration).zmq"
                return (lastGeneration, path, try ChannelServer(binding: path))
            }
        }
        // A peer that connected without a message was a probe.
        seats.removeAll { $0.hello == nil && $0.hasLeft }
    }

    func waitUntil(_ what: String, timeout: Duration = .seconds(20), _ condition: () throws -> Bool) throws {
        try Fixtures.waitUntil(what, timeout: timeout) {
            try turn()
            return try condition()
        }
    }

    /// Listens and waits for the next agent, until its frame memory is attached and its state was heard.
    func nextAgent(timeout: Duration = .seconds(20)) throws -> AgentSeat {
        if listener == nil { try listen() }
        let before = seats.count
        try waitUntil("an agent", timeout: timeout) { seats.count > before && seats.last!.state?.phase.rawValue ?? 0 >= 1 }
        return seats.last!
    }
}
