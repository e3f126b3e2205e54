import Platform
import Session

/// Options that a running broadcast can follow, and the requests by which it does: the same as a user's own.
struct LiveChange {
    /// What a change is made from and with.
    struct Facts {
        /// As the broadcast is, as far as the configuration says so.
        let old: SessionConfiguration
        let new: SessionConfiguration
        /// What the new configuration wants that `SessionConfiguration` has not yet.
        let plan: BroadcastPlan
        let session: any SessionControl
    }

    typealias Problem = Fault<ReloadReport.Outcome>

    /// All of them: where one differs, they are carried out together.
    let keys: Set<String>
    /// Returns what was done. Throws why not, with `restart` or `refused`.
    let carryOut: (Facts) throws(Problem) -> String
    /// Takes over what it was about, once it is done.
    let keep: (inout SessionConfiguration, SessionConfiguration) -> Void

    init(
        _ keys: Set<String>, keep: @escaping (inout SessionConfiguration, SessionConfiguration) -> Void,
        carryOut: @escaping (Facts) throws(Problem) -> String
    ) {
        (self.keys, self.carryOut, self.keep) = (keys, carryOut, keep)
    }

    /// In an order in which the later find what the earlier made: layers need their sources, targets their encodings.
    static var all: [LiveChange] { picture + [source, layer, scene, overlays, filters, background] + audio + [targets] }

    /// One request; what it is refused with is what the user reads.
    static func ask<Code>(_ request: () throws(Fault<Code>) -> Void) throws(Problem) {
        do throws(Fault<Code>) { try request() } catch { throw Problem(.refused, error.message, cause: error) }
    }

    /// What is in the one list and not in the other.
    static func missing<Item: Equatable>(_ items: [Item], in others: [Item]) -> [Item] { items.filter { !others.contains($0) } }

    /// "added a, b; removed c".
    static func summary(added: [String], removed: [String]) -> String {
        let parts = [("added", added), ("removed", removed)].filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
        return parts.isEmpty ? "as it was" : parts.joined(separator: "; ")
    }
}
