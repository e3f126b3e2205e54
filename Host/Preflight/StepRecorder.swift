import Platform

/// Phases as they come, each timed up to the next. Belongs to one thread.
final class StepRecorder {
    private let show: (EndpointReport.Step) -> Void
    private var current: (phase: OpeningPhase, since: MediaTime)?
    private(set) var all: [EndpointReport.Step] = []

    /// - Parameter show: told of each step when it is over.
    init(_ show: @escaping (EndpointReport.Step) -> Void) { self.show = show }

    /// The phase before it went well. The same one again goes on.
    func enter(_ phase: OpeningPhase) {
        guard current?.phase != phase else { return }
        finish()
        current = (phase, .now())
    }

    func finish(_ note: String = "", isGood: Bool = true) {
        guard let current else { return }
        let step = EndpointReport.Step(phase: current.phase, isGood: isGood, took: .now() - current.since, note: note)
        self.current = nil
        all.append(step)
        show(step)
    }
}
