import Delivery

extension TargetCoordinator {
    /// By target: from the capture of each picture until it was sent. Those without a picture have none.
    var delays: [(id: Int, counts: DelayHistogram.Counts)] {
        state.withLock { state in
            state.entries.compactMap { entry in
                guard let target = entry.target, !target.status.isSoundAlone else { return nil }
                return (entry.id, target.delays.counts)
            }
        }
    }
}
