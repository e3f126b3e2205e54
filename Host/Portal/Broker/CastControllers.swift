import Synchronization

/// The permissions to see the desktop that a broadcast has: one as a rule, two while it changes from one thing that is shared to another.
/// What no agent needs any more is closed once another agent has brought a picture of something else.
///
/// Any thread may call; nothing waits but `stop`.
public final class CastControllers: Sendable {
    private struct Entry {
        let number: Int
        let controller: CastController
        var agents: Set<UInt32> = []
    }

    private struct State {
        var entries: [Entry] = []
        /// Whose pictures were seen last.
        var current: Int?
        /// Told to end; `stop` waits for them.
        var leaving: [CastController] = []

        func index(of agent: UInt32) -> Int? { entries.firstIndex { $0.agents.contains(agent) } }

        /// Takes out what is of no use.
        mutating func takeUseless() -> [CastController] {
            guard let current else { return [] }
            let useless = entries.filter { $0.number != current && $0.agents.isEmpty }.map(\.controller)
            entries.removeAll { $0.number != current && $0.agents.isEmpty }
            leaving += useless
            return useless
        }
    }

    private let state = Mutex(State())
    private let store: RestoreStore?
    private let address: String?
    private let report: @Sendable (PortalEvent) -> Void

    /// - Parameters:
    ///   - store: where permissions are kept; `nil` for nowhere.
    ///   - address: of the bus; `nil` for the user's session bus.
    public init(store: RestoreStore? = .standard, address: String? = nil, report: @escaping @Sendable (PortalEvent) -> Void) {
        (self.store, self.address, self.report) = (store, address, report)
    }

    /// As `CastController.ask`, for what the agent is to show.
    public func ask(_ agent: UInt32, _ request: CastRequest) {
        let controller = state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.number == request.number }) {
                state.entries[index].agents.insert(agent)
                return state.entries[index].controller
            }
            let number = request.number
            let made = CastController(request.choice, isFresh: request.isFresh, store: store, address: address) { [weak self] event in
                self?.pass(event, of: number)
            }
            state.entries.append(Entry(number: number, controller: made, agents: [agent]))
            return made
        }
        controller.ask(agent)
    }

    /// As `CastController.left`.
    public func left(_ agent: UInt32, castFailed: Bool) {
        let found = state.withLock { state -> (controller: CastController, useless: [CastController])? in
            guard let index = state.index(of: agent) else { return nil }
            state.entries[index].agents.remove(agent)
            let controller = state.entries[index].controller
            return (controller, state.takeUseless())
        }
        found?.controller.left(agent, castFailed: castFailed)
        for one in found?.useless ?? [] { one.requestStop() }
    }

    /// As `CastController.delivered`.
    public func delivered(_ agent: UInt32) {
        let found = state.withLock { state -> (controller: CastController, useless: [CastController])? in
            guard let index = state.index(of: agent) else { return nil }
            state.current = state.entries[index].number
            let controller = state.entries[index].controller
            return (controller, state.takeUseless())
        }
        found?.controller.delivered(agent)
        for one in found?.useless ?? [] { one.requestStop() }
    }

    /// As `CastController.lost`, for all.
    public func lost() { for one in controllers { one.lost() } }

    /// As `CastController.renew`, for all.
    public func renew() { for one in controllers { one.renew() } }

    /// Ends all sessions; moments. Calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        let all = state.withLock { state in
            defer { (state.entries, state.leaving) = ([], []) }
            return state.entries.map(\.controller) + state.leaving
        }
        for one in all { one.stop() }
    }

    private var controllers: [CastController] { state.withLock { $0.entries.map(\.controller) } }

    private func pass(_ event: PortalEvent, of number: Int) {
        // That sharing was stopped of which nothing is seen is no one's concern.
        if case .closed = event, state.withLock({ $0.current.map { $0 != number } ?? false }) { return }
        report(event)
    }
}
