/// What a run found, in the order in which it was found. One thread.
final class Report {
    private let show: (Finding) -> Void
    /// One for each check; a later failure replaces an earlier `ok`.
    private(set) var findings: [Finding] = []
    /// Nothing is taken in any more: the run was broken off, and what is seen from then on means nothing.
    private(set) var isClosed = false

    /// - Parameter show: called with each line as it is found.
    init(show: @escaping (Finding) -> Void) { self.show = show }

    var isPassed: Bool { !findings.contains { $0.verdict == .fail } }

    /// "31 ok, 1 failed, 2 skipped".
    var sum: String {
        func count(_ verdict: Finding.Verdict) -> Int { findings.count { $0.verdict == verdict } }
        return "\(count(.ok)) ok, \(count(.fail)) failed, \(count(.skip)) skipped"
    }

    /// Takes a finding in. A check that has failed stays failed; one that is settled is not said twice.
    func add(_ finding: Finding) {
        guard !isClosed else { return }
        guard let index = findings.firstIndex(where: { $0.check == finding.check }) else {
            findings.append(finding)
            return show(finding)
        }
        let held = findings[index].verdict
        guard held != .fail, finding.verdict == .fail || held == .skip && finding.verdict == .ok else { return }
        findings[index] = finding
        show(finding)
    }

    func isSettled(_ check: String) -> Bool { findings.contains { $0.check == check } }

    func close() { isClosed = true }
}
