import Delivery
import Events

extension TargetCoordinator {
    /// The page's ladder is live once, with the last of its renditions.
    static func told(_ changes: [TargetEvent], of subject: TargetSubject, _ state: State) -> [SessionAction] {
        let page = state.entries.filter { $0.isPage && $0.rendition != nil }.map(\.id)
        return changes.compactMap { change in
            guard change == .live, page.contains(subject.id) else { return .note(.target(subject, change)) }
            guard page.allSatisfy({ state.seen[$0]?.state == .live }) else { return nil }
            return .note(.target(TargetSubject(id: subject.id, maskedURL: subject.maskedURL, isPage: true), change))
        }
    }
}
