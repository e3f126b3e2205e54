import AppGroup
import Control
import Glibc

/// Plays hostile and clumsy agents against a running host, one after the other, and reports what the host made of each.
///
/// Blocks the calling thread, for a minute or two. Every attacker is a process of its own with a limit of its own.
struct HostExamination: Sendable {
    let group: GroupName
    let seed: UInt64
    let cycles: Int
    let attacks: [Attack]
    let left: [Attack]

    /// - Parameters:
    ///   - seed: what random parts begin with.
    ///   - cycles: how often to attach and detach.
    ///   - isDisturbing: also those attacks that replace the live agent, or make the desktop ask its user.
    ///   - only: names of attacks; empty for all.
    init(group: GroupName, seed: UInt64, cycles: Int, isDisturbing: Bool, only: [String]) {
        (self.group, self.seed, self.cycles) = (group, seed, cycles)
        let chosen = Attack.all.filter { only.isEmpty || only.contains($0.name) }
        // Those that replace the live agent come last: until then the live agent is there to be watched.
        let tried = chosen.filter { isDisturbing || !$0.disturbs }
        attacks = tried.filter { !$0.replacesLive } + tried.filter(\.replacesLive)
        left = chosen.filter { !isDisturbing && $0.disturbs }
    }

    /// Runs every attack.
    /// - Throws: `.noHost`, `.nothingLive`, or on Ctrl-C. Attackers are ended either way.
    @available(*, noasync)
    func run(_ report: Report) throws(ConformanceError) {
        let client: ControlClient
        do throws(GroupError) { client = try ControlClient(group) } catch { throw ConformanceError(.noHost, error.message) }
        let start: HostHealth
        do throws(ControlError) { start = try HostHealth(client) } catch { throw ConformanceError(.noHost, error.message) }
        guard start.live != nil || attacks.allSatisfy(\.replacesLive) else {
            throw ConformanceError(
                .nothingLive,
                "no agent is live in group '\(group)', so that the broadcast cannot be seen to go on: "
                    + "start one, such as 'splitcast-capture-pattern --group \(group)'"
            )
        }
        let interruption = try Interruption()
        let judge = HostVerdict(self, client: client, report: report, interruption: interruption)
        for attack in attacks where !interruption.hasCome && !judge.isHostLost { try judge.try(attack) }
        guard !interruption.hasCome else { throw ConformanceError(.interrupted, "interrupted; no attacker is left") }
        for attack in left {
            report.add(
                attack, .skip, (attack.replacesLive ? "replaces the live agent" : "the desktop may ask its user") + ": only with --disturb")
        }
        for attack in attacks { report.add(attack, .skip, "the host is gone") }
        judge.weigh(since: start)
    }
}

extension Report {
    func add(_ attack: Attack, _ verdict: Finding.Verdict, _ detail: String) {
        add(Finding(verdict: verdict, check: attack.name, section: attack.section, title: attack.title, detail: detail))
    }
}
