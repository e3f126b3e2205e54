import AppGroup
import Filters
import Platform
import Synchronization

/// The filters of the canvas's sources: on their way to its thread, and there.
final class CanvasFilters: @unchecked Sendable {
    // @unchecked: `chains` belongs to the canvas's thread.
    private struct Waiting {
        let source: SourceName
        /// `nil` to filter once more what is shown.
        let plans: [FilterPlan]?
    }

    private let waiting = Mutex<[Waiting]>([])
    private let wakeup: Wakeup
    private let interval: Duration
    private let report: @Sendable (SourceName, Int, FilterEvent) -> Void
    private var chains: [SourceName: FilterChain] = [:]

    /// - Parameters:
    ///   - interval: between two pictures.
    ///   - report: gets what became of a source's filter; must not wait.
    init(interval: Duration, wakeup: Wakeup, report: @escaping @Sendable (SourceName, Int, FilterEvent) -> Void) {
        (self.interval, self.wakeup, self.report) = (interval, wakeup, report)
    }

    /// A source has these filters from now on. Any thread; does not wait.
    func set(_ plans: [FilterPlan], of source: SourceName) { post(Waiting(source: source, plans: plans)) }

    /// What a source shows is to be filtered once more. Any thread; does not wait.
    func refresh(_ source: SourceName) { post(Waiting(source: source, plans: nil)) }

    private func post(_ new: Waiting) {
        waiting.withLock { $0.append(new) }
        wakeup.signal()
    }

    /// Carries out what was asked for. The canvas's thread.
    func apply(to state: CanvasState) {
        let all = waiting.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
        for new in all {
            let (source, report) = (new.source, report)
            if new.plans?.isEmpty == true {
                chains[source] = nil
            } else if let plans = new.plans {
                let chain = chains[source] ?? FilterChain(interval: interval) { report(source, $0, $1) }
                chains[source] = chain
                chain.set(plans)
            }
            state.setFilter(source.text, chains[source], at: .now())
        }
    }
}
