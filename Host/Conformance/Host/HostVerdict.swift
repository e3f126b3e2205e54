import Control
import Glibc
import Platform

/// Starts attackers, listens to them, and judges what the host made of it. One thread.
final class HostVerdict {
    private let examination: HostExamination
    private let client: ControlClient
    private let report: Report
    private let interruption: Interruption
    /// The host does not answer any more: there is nothing left to try.
    private(set) var isHostLost = false

    init(_ examination: HostExamination, client: ControlClient, report: Report, interruption: Interruption) {
        (self.examination, self.client, self.report, self.interruption) = (examination, client, report, interruption)
    }

    @available(*, noasync)
    func `try`(_ attack: Attack) throws(ConformanceError) {
        let before: HostHealth
        do throws(ControlError) { before = try HostHealth(client) } catch {
            isHostLost = true
            return report.add(attack, .fail, "before it: \(error.message)")
        }
        let process = try start(attack)
        defer { process.terminate() }
        let deadline = MediaTime.now() + attack.limit
        var testimony = Testimony()
        while process.isRunning, .now() < deadline, !interruption.hasCome {
            var entries = [process.textDescriptor, process.endDescriptor, interruption.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = pollUntil(deadline, &entries, entries.count)
            testimony.read(process)
        }
        testimony.read(process)
        guard !interruption.hasCome else { return report.close() }
        var failures = testimony.failures
        if process.end == nil { failures.append("the attacker is not done after \(attack.limit): the host holds it up") }
        failures += judge(attack, testimony, process)
        if let harm = harm(since: before, attack) { failures.append(harm) }
        if let why = testimony.skipped, failures.isEmpty { return report.add(attack, .skip, why) }
        report.add(attack, failures.isEmpty ? .ok : .fail, (failures.prefix(4) + testimony.notes.prefix(4)).joined(separator: "; "))
    }

    private func start(_ attack: Attack) throws(ConformanceError) -> WatchedProcess {
        do throws(SystemError) {
            return try WatchedProcess(attack: attack.name, group: examination.group, seed: examination.seed, cycles: examination.cycles)
        } catch { throw ConformanceError("an attacker", error) }
    }

    /// What the trials came to, against what they should have come to.
    @available(*, noasync)
    private func judge(_ attack: Attack, _ testimony: Testimony, _ process: WatchedProcess) -> [String] {
        if attack.expectation == .killed {
            if process.end == .killed(signal: SIGKILL) || testimony.skipped != nil { return [] }
            return ["it was not killed: \(process.end == nil ? "it runs" : process.farewell)"]
        }
        var failures = testimony.isDone || process.end == nil ? [] : ["the attacker ended early: \(process.farewell)"]
        let listed = reasons(of: testimony.trials)
        for (index, trial) in testimony.trials.enumerated() {
            guard let what = attack.expectation.failure(of: trial.fate, listed: listed[trial.generation]) else { continue }
            failures.append((testimony.trials.count > 1 ? "trial \(index + 1) of \(testimony.trials.count), \(trial.label): " : "") + what)
        }
        // The newest that left must be there: the list holds the last few.
        if case .dropped = attack.expectation, let last = testimony.trials.last, last.generation != 0, last.fate == .closed,
            listed[last.generation] == nil
        {
            failures.append("agent \(last.generation) is not in the host's list of departed agents")
        }
        return failures
    }

    /// From the host's list of departed agents, as soon as the last of them is in it.
    @available(*, noasync)
    private func reasons(of trials: [Testimony.Trial]) -> [UInt32: String] {
        guard let last = trials.last(where: { $0.generation != 0 && $0.fate != .attached })?.generation else { return [:] }
        let deadline = MediaTime.now() + .seconds(2)
        while true {
            guard let status = try? client.status() else { return [:] }  // told by the look at the host's health
            let found = Dictionary(status.departed.map { ($0.id, $0.endReason) }) { $1 }
            if found[last] != nil || .now() > deadline { return found }
            poll(nil, 0, 50)
        }
    }

    /// What has come to the broadcast. A host may need a moment: what heals within three seconds is no harm.
    @available(*, noasync)
    private func harm(since before: HostHealth, _ attack: Attack) -> String? {
        let deadline = MediaTime.now() + .seconds(3)
        while true {
            do throws(ControlError) {
                let now = try HostHealth(client)
                guard let harm = now.harm(since: before, isReplaced: attack.replacesLive) ?? now.growth(since: before) else { return nil }
                if .now() > deadline { return harm }
            } catch {
                if .now() > deadline {
                    isHostLost = true
                    return error.message
                }
            }
            poll(nil, 0, 100)
        }
    }

    /// After all: does anything stay behind?
    @available(*, noasync)
    func weigh(since start: HostHealth) {
        // Those of a host that is not the administrator's are shown to the administrator alone.
        let seesDescriptors = start.figures.descriptors > 0
        let title = "no \(seesDescriptors ? "descriptors, " : "")threads, memory or files are left behind"
        func add(_ verdict: Finding.Verdict, _ detail: String) {
            report.add(Finding(verdict: verdict, check: "growth", section: "all", title: title, detail: detail))
        }
        let deadline = MediaTime.now() + .seconds(4)
        while true {
            guard let now = try? HostHealth(client) else { return add(.fail, "the host does not answer") }  // which is all there is to say
            // The events' own is no agent's.
            let endpoints = fileNames(in: client.directory.path).count { $0.hasSuffix(".zmq") && !client.directory.eventsPath.hasSuffix("/" + $0) }
            let left =
                endpoints > now.status.agents.count ? "\(endpoints) endpoints lie in the group, \(now.status.agents.count) agents are attached" : nil
            guard let growth = now.growth(since: start) ?? left else {
                let (then, now) = (start.figures, now.figures)
                return add(
                    .ok,
                    (seesDescriptors ? "descriptors \(then.descriptors) → \(now.descriptors)" : "descriptors are shown to the administrator alone")
                        + ", threads \(then.threads) → \(now.threads), "
                        + "private memory \(then.anonymousKiB) → \(now.anonymousKiB) KiB"
                )
            }
            if .now() > deadline { return add(.fail, growth) }
            poll(nil, 0, 100)
        }
    }
}
