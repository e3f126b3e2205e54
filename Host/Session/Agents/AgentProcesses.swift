import AppGroup
import Platform
import Supervision

/// The agents that the host started itself, each under a supervisor of its own: one as a rule, two while they are swapped.
///
/// On the session's thread alone. Ask `end` before letting it go.
final class AgentProcesses {
    /// Why an agent could not be started.
    struct Failure: Error, Hashable { let message: String }

    private struct Started {
        let operation: Int
        let supervisor: AgentSupervisor
        let backend: String
        let arguments: [String]
    }

    private let configuration: SessionConfiguration
    private let report: @Sendable (Int, AgentSupervisor.Event) -> Void
    private var started: [Started] = []
    /// Told to end; they need a moment.
    private var leaving: [AgentSupervisor] = []
    private let redrawing = RedrawProcess()
    /// What was last seen of each source, for those who ask for an agent without naming one; at first the source's own.
    private var lastCommands: [SourceName: (backend: String, arguments: [String])] = [:]

    /// - Parameter report: what a supervisor reports, with the operation that it was started for; called on its thread.
    init(_ configuration: SessionConfiguration, report: @escaping @Sendable (Int, AgentSupervisor.Event) -> Void) {
        (self.configuration, self.report) = (configuration, report)
        for (source, capture) in [(SourceName.screen, configuration.capture)] + configuration.sources.map({ ($0.name, $0.capture) }) {
            if case .agent(let backend, let arguments) = capture { lastCommands[source] = (backend, arguments) }
        }
    }

    /// Starts an agent.
    ///
    /// - Parameters:
    ///   - operation: unique.
    ///   - backend: as in `splitcast-capture-BACKEND`; `nil` for what was started last for the source.
    func start(_ operation: Int, of source: SourceName, backend: String?, arguments: [String]) throws(Failure) {
        guard let (backend, arguments) = backend.map({ ($0, arguments) }) ?? lastCommands[source] else {
            let there = AgentCommandLine.installedBackends.joined(separator: ", ")
            throw Failure(message: "say which agent, such as x11 with --display :0: this host was started without one (installed: \(there))")
        }
        let given = AgentArguments(arguments)
        if let problem = given.problem { throw Failure(message: problem) }
        guard let command = AgentCommandLine(backend: backend, arguments: common(source) + given.agents) else {
            let there = AgentCommandLine.installedBackends.joined(separator: ", ")
            throw Failure(
                message: "there is no splitcast-capture-\(backend) beside splitcast or in PATH, and no manifest of that name: build or install it "
                    + "(make build); installed: \(there)")
        }
        do throws(SystemError) {
            let limits = given.limits ?? configuration.agentMemory.limits(for: backend)
            let supervisor = try AgentSupervisor(command, group: configuration.group, limits: limits, wayland: wayland(backend, arguments)) {
                [report] in report(operation, $0)
            }
            started.append(Started(operation: operation, supervisor: supervisor, backend: backend, arguments: arguments))
        } catch { throw Failure(message: "\(error)") }
    }

    /// What every agent is told, whatever its backend.
    private func common(_ source: SourceName) -> [String] {
        let place = source == .screen ? [] : ["--place", source.text]
        return ["--group", configuration.group.text, "--ends-with-host", "--sandbox", configuration.agentSandbox.rawValue] + place
    }

    /// The compositor that a strict agent is to see through a filter.
    private func wayland(_ backend: String, _ arguments: [String]) -> WaylandDisplay? {
        configuration.agentSandbox == .strict && backend == "wlr" ? WaylandDisplay(agentArguments: arguments) : nil
    }

    /// Those that run, to be asked for their memory by any thread.
    var supervisors: [AgentSupervisor] { started.map(\.supervisor) }

    /// An agent is live.
    ///
    /// - Parameter operation: for which it was started; `nil` for one that this host did not start.
    func noteLive(_ operation: Int?, of source: SourceName) {
        guard let live = of(operation) else { return }
        live.supervisor.noteDelivered()
        lastCommands[source] = (live.backend, live.arguments)
    }

    /// A source is no more: what was seen of it last is forgotten.
    func forget(_ source: SourceName) { lastCommands[source] = nil }

    /// A started agent hangs: it is ended and started again.
    func replace(_ operation: Int, hanging processID: Int32) { of(operation)?.supervisor.replace(hanging: processID) }

    /// Ends what was started for an operation.
    func dismiss(_ operation: Int) { remove { $0.operation == operation } }

    /// What was started for this operation ends by itself, or was asked to: it is not started again.
    func retire(_ operation: Int) {
        of(operation)?.supervisor.retire()
        dismiss(operation)
    }

    /// Has the compositor draw its screens once more; returns at once.
    ///
    /// - Returns: whether it is asked: not where there is none, or it is being asked already.
    func redraw() -> Bool { redrawing.begin() }

    /// Joins those that have ended meanwhile.
    @available(*, noasync)
    func tidy() {
        redrawing.tidy()
        leaving.removeAll { supervisor in
            guard supervisor.hasEnded else { return false }
            supervisor.stop()
            return true
        }
    }

    /// Ends all of them, and waits.
    @available(*, noasync)
    func end() {
        redrawing.end()
        remove { _ in true }
        for supervisor in leaving { supervisor.stop() }
        leaving.removeAll()
    }

    private func of(_ operation: Int?) -> Started? { started.first { $0.operation == operation } }

    private func remove(_ isMeant: (Started) -> Bool) {
        let gone = started.filter(isMeant)
        started.removeAll(where: isMeant)
        for one in gone {
            one.supervisor.requestStop()
            leaving.append(one.supervisor)
        }
    }
}
