import AppGroup
import Glibc
import Platform

/// A process that misbehaves in one way and says, line by line, what it saw. The host may kill it: that is its own process's end.
final class Attacker {
    let directory: GroupDirectory
    let context: ChannelContext
    let cycles: Int
    var random: SeededRandom
    let group: GroupName
    private(set) var attack: Attack?

    /// - Throws: when there is no group of this name.
    init(group: GroupName, seed: UInt64, cycles: Int) throws(ConformanceError) {
        do throws(GroupError) { (directory, context) = (try GroupDirectory(group, creating: false), try ChannelContext()) } catch {
            throw ConformanceError(error)
        }
        (self.group, self.cycles, random) = (group, cycles, SeededRandom(seed: seed))
    }

    /// Carries one attack out and says so.
    @available(*, noasync)
    func run(_ attack: Attack) throws(ConformanceError) {
        self.attack = attack
        do { try attack.body(self) } catch { throw (error as? ConformanceError) ?? ConformanceError(.system, "\(error)") }
        say(.done)
    }

    func say(_ line: AttackerMessage) {
        print(line.text)
        fflush(nil)
    }

    var patience: Duration { attack?.patience ?? .seconds(1) }

    /// Connects to the hand-off socket. While many others connect, it is tried again for three seconds.
    func connect() throws(SystemError) -> PacketSocket {
        let deadline = MediaTime.now() + .seconds(3)
        while true {
            do throws(SystemError) { return try PacketSocket(connectingTo: directory.handoffPath) } catch {
                guard error.number == EAGAIN, .now() < deadline else { throw error }
            }
            poll(nil, 0, 2)
        }
    }

    /// One connection to the host; closed when it is let go.
    func visit() throws(ConformanceError) -> AttackConnection { try AttackConnection(self, isStandby: attack?.replacesLive != true) }

    /// One connection that is used by `body`, then watched until it is over or the patience has passed, and reported.
    @available(*, noasync)
    func trial(_ label: String, _ body: (AttackConnection) throws -> Void) throws {
        let visit = try visit()
        try body(visit)
        visit.run(for: patience, until: { visit.isOver })
        say(.trial(generation: visit.generation, label: label, visit.fate))
    }

    /// The same with an attachment that has its memory and is heard and seen. Not tried at all when it does not come so far.
    @available(*, noasync)
    func attachedTrial(_ label: String, _ body: (AttackConnection) throws -> Void) throws {
        try trial(label) { visit in
            guard visit.attach() else { return }
            try body(visit)
        }
    }
}
